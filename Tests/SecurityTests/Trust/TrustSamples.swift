// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security

/// Makes chains as callers of `Security` hold them.
struct TrustSamples {
    let chain: SampleChain.Signed

    init(_ change: (inout SampleChain) -> Void = { _ in }) throws {
        var sample = SampleChain()
        change(&sample)
        chain = try sample.signed()
    }

    var leaf: SecCertificate { SecCertificate(chain.leaf.certificate) }
    var issuer: SecCertificate { SecCertificate(chain.issuer.certificate) }
    var root: SecCertificate { SecCertificate(chain.root.certificate) }

    static let server = SecPolicyCreateSSL(true, "www.example.org" as CFString)
    static let date = NSDate(timeIntervalSinceReferenceDate: SampleChain.date)

    /// Makes a trust in leaf and issuer as of a web server, at the date of the samples.
    func trust(_ policy: SecPolicy = server, anchors: [SecCertificate]? = nil) -> SecTrust {
        var trust: SecTrust?
        SecTrustCreateWithCertificates([leaf, issuer] as NSArray, policy, &trust)
        SecTrustSetVerifyDate(trust!, Self.date)
        if let anchors { SecTrustSetAnchorCertificates(trust!, anchors as NSArray) }
        return trust!
    }

    /// Runs `body` on a keychain of its own.
    static func onNewKeychain(_ body: (TestKeychain) throws -> Void) rethrows {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) { try body(test) }
    }
}

extension SecTrust {
    var isTrusted: Bool { SecTrustEvaluateWithError(self, nil) }

    var failure: NSError? {
        var error: CFError?
        _ = SecTrustEvaluateWithError(self, &error)
        return error
    }

    var result: SecTrustResultType {
        var result = SecTrustResultType.invalid
        SecTrustEvaluate(self, &result)
        return result
    }
}
