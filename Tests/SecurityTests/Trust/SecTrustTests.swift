// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Evaluates chains through the functions of `SecTrust`.
@Suite struct SecTrustTests {
    @Test func whatMakesOne() throws {
        let samples = try TrustSamples()
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(samples.leaf, nil, &trust) == errSecSuccess)
        var policies: CFArray?
        let made = try #require(trust)
        #expect(SecTrustCopyPolicies(made, &policies) == errSecSuccess)
        #expect(policies as? [SecPolicy] == [SecPolicyCreateBasicX509()])
        #expect(trust?.description == "<SecTrust: www.example.org>")
        #expect(CFGetTypeID(made) == SecTrustGetTypeID())

        let key = SecKey(samples.chain.leaf.made.key)
        let identity = try #require(SecIdentityCreate(nil, samples.leaf, key))
        let two = [SecPolicyCreateBasicX509(), TrustSamples.server] as NSArray
        #expect(SecTrustCreateWithCertificates(identity, two, &trust) == errSecSuccess)
        #expect(trust.flatMap { SecTrustGetCertificateAtIndex($0, 0) } == samples.leaf)
        for wrong: AnyObject in [[] as NSArray, "text" as NSString, [samples.leaf, 1] as NSArray] {
            #expect(SecTrustCreateWithCertificates(wrong, nil, &trust) == errSecParam)
        }
        for wrong: AnyObject in [[] as NSArray, samples.leaf, ["1.2"] as NSArray] {
            #expect(SecTrustCreateWithCertificates(samples.leaf, wrong, &trust) == errSecParam)
            #expect(SecTrustSetPolicies(made, wrong) == errSecParam)
        }
    }

    @Test func trusted() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { test in
            let trust = samples.trust(anchors: [samples.root])
            var result = SecTrustResultType.deny
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess && result == .invalid)
            var error: CFError? = NSError(domain: "old", code: 1)
            #expect(SecTrustEvaluateWithError(trust, &error) && error == nil)
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
            #expect(result == .unspecified && trust.result == .unspecified)
            #expect(SecTrustGetCertificateCount(trust) == 3)
            #expect(
                SecTrustCopyCertificateChain(trust) as? [SecCertificate]
                    == [samples.leaf, samples.issuer, samples.root])
            #expect(SecTrustGetCertificateAtIndex(trust, 2) == samples.root)
            #expect(SecTrustGetCertificateAtIndex(trust, 3) == nil)
            #expect(SecTrustGetCertificateAtIndex(trust, -1) == nil)
            #expect(SecTrustCopyKey(trust) == SecCertificateCopyKey(samples.leaf))
            #expect(SecTrustCopyPublicKey(trust) == SecTrustCopyKey(trust))
            let values = try #require(SecTrustCopyResult(trust) as? [String: AnyHashable])
            #expect(values.count == 2)
            #expect(values[kSecTrustResultValue as String] as? Int == 4)
            #expect(values[kSecTrustEvaluationDate as String] as? NSDate == TrustSamples.date)
            // A setter throws the answer away.
            SecTrustSetNetworkFetchAllowed(trust, false)
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess && result == .invalid)
            // No call named a keychain.
            #expect(!FileManager.default.fileExists(atPath: test.home.databasePath))
        }
    }

    @Test func whyNot() throws {
        let samples = try TrustSamples { $0.leaf.notAfter = "20260602235959Z" }
        try TrustSamples.onNewKeychain { _ in
            let trust = samples.trust(
                SecPolicyCreateSSL(true, "a" as CFString), anchors: [samples.root])
            let error = try #require(trust.failure)
            #expect(error.domain == NSOSStatusErrorDomain)
            #expect(error.code == Int(errSecCertificateExpired))
            #expect(
                error.localizedDescription
                    == "Certificate 0, “www.example.org”: it has expired.")
            let details = try #require(error.userInfo[NSDebugDescriptionErrorKey] as? String)
            #expect(details.hasSuffix("it is not for the requested host."))
            #expect(trust.result == .recoverableTrustFailure)
            let properties = try #require(
                SecTrustCopyProperties(trust) as? [[String: String]])
            #expect(properties.map { $0[kSecPropertyTypeTitle as String] }.count == 3)
            #expect(properties[0][kSecPropertyTypeError as String] == details)
            #expect(properties[1] == [kSecPropertyTypeTitle as String: "Example CA"])
        }
    }

    @Test func anchors() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { _ in
            let trust = samples.trust()
            var anchors: CFArray? = NSArray()
            #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess)
            #expect(anchors == nil && !trust.isTrusted)
            #expect(trust.failure?.code == Int(errSecCreateChainFailed))
            #expect(
                SecTrustSetAnchorCertificates(trust, [samples.root] as NSArray) == errSecSuccess)
            #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess)
            #expect(anchors as? [SecCertificate] == [samples.root] && trust.isTrusted)
            SecTrustSetAnchorCertificatesOnly(trust, false)
            #expect(trust.isTrusted)
            #expect(SecTrustSetAnchorCertificates(trust, [] as NSArray) == errSecSuccess)
            #expect(!trust.isTrusted)
            #expect(SecTrustSetAnchorCertificates(trust, [1] as NSArray) == errSecParam)
            #expect(SecTrustSetAnchorCertificates(trust, nil) == errSecSuccess)
            #expect(!trust.isTrusted)
            // Of the system's anchors each is one, unless only those that were set are.
            var roots: CFArray?
            #expect(SecTrustSettingsCopyCertificates(.system, &roots) == errSecSuccess)
            var same: CFArray?
            #expect(SecTrustCopyAnchorCertificates(&same) == errSecSuccess)
            #expect(same == roots)
            let root = try #require((roots as? [SecCertificate])?.first)
            var other: SecTrust?
            SecTrustCreateWithCertificates(root, nil, &other)
            let system = try #require(other)
            let date = try #require(SecCertificateCopyNotValidBeforeDate(root))
            SecTrustSetVerifyDate(system, date)
            #expect(system.isTrusted)
            SecTrustSetAnchorCertificates(system, [samples.root] as NSArray)
            #expect(system.failure?.code == Int(errSecNotTrusted))
            SecTrustSetAnchorCertificatesOnly(system, false)
            #expect(system.isTrusted)
        }
    }

    @Test func dates() throws {
        let samples = try TrustSamples { $0.leaf.notAfter = "20261231235959Z" }
        var made: SecTrust?
        SecTrustCreateWithCertificates(samples.leaf, nil, &made)
        let trust = try #require(made)
        #expect(abs(SecTrustGetVerifyTime(trust) - Date().timeIntervalSinceReferenceDate) < 600)
        #expect(SecTrustSetVerifyDate(trust, TrustSamples.date) == errSecSuccess)
        #expect(SecTrustGetVerifyTime(trust) == SampleChain.date)
        let never = NSDate(timeIntervalSinceReferenceDate: .nan)
        #expect(SecTrustSetVerifyDate(trust, never) == errSecParam)
        #expect(SecTrustGetVerifyTime(trust) == SampleChain.date)
        var mayFetch: DarwinBoolean = false
        #expect(SecTrustGetNetworkFetchAllowed(trust, &mayFetch) == errSecSuccess)
        #expect(!mayFetch.boolValue)
        SecTrustSetNetworkFetchAllowed(trust, false)
        #expect(SecTrustGetNetworkFetchAllowed(trust, &mayFetch) == errSecSuccess)
        #expect(!mayFetch.boolValue)
    }

    @Test func answersAboutRevocation() throws {
        let samples = try TrustSamples()
        let (leaf, issuer) = (samples.chain.leaf.certificate, samples.chain.issuer)
        let revoked = Data(
            try MadeOCSPResponse(.revoked("20260501000000Z", reason: nil))
                .signed(about: leaf, issuer: issuer))
        let good = [
            Data(try MadeOCSPResponse().signed(about: leaf, issuer: issuer)),
            Data(
                try MadeOCSPResponse().signed(
                    about: issuer.certificate, issuer: samples.chain.root)),
        ]
        try TrustSamples.onNewKeychain { _ in
            let trust = samples.trust(anchors: [samples.root])
            #expect(SecTrustSetOCSPResponse(trust, revoked as NSData) == errSecSuccess)
            #expect(trust.failure?.code == Int(errSecCertificateRevoked))
            #expect(trust.result == .fatalTrustFailure)
            #expect(SecTrustSetOCSPResponse(trust, good as NSArray) == errSecSuccess)
            let values = try #require(SecTrustCopyResult(trust) as? [String: AnyHashable])
            #expect(values[kSecTrustRevocationChecked as String] as? Bool == true)
            let until = ISO8601DateFormatter().date(from: "2026-06-08T00:00:00Z")
            #expect(values[kSecTrustRevocationValidUntilDate as String] as? Date == until)
            #expect(SecTrustSetOCSPResponse(trust, "no" as NSString) == errSecParam)
            #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
            #expect(SecTrustCopyResult(trust)?.count == 2)
        }
    }

    @Test func exceptions() throws {
        let samples = try TrustSamples { $0.leaf.notAfter = "20260602235959Z" }
        let other = try TrustSamples { $0.leaf.serial = [7] }
        try TrustSamples.onNewKeychain { _ in
            let trust = samples.trust(anchors: [samples.root])
            let kept = try #require(SecTrustCopyExceptions(trust))
            #expect(!trust.isTrusted && SecTrustSetExceptions(trust, kept))
            #expect(trust.isTrusted && trust.result == .proceed)
            // They stay what they were, also when the chain is trusted by them.
            #expect(SecTrustCopyExceptions(trust) == kept)
            #expect(!SecTrustSetExceptions(trust, nil) && !trust.isTrusted)
            #expect(SecTrustSetExceptions(trust, kept))
            #expect(!SecTrustSetExceptions(trust, Data([1, 2]) as NSData) && !trust.isTrusted)
            #expect(!SecTrustSetExceptions(other.trust(), kept))
        }
    }

    @Test func onAQueue() async throws {
        let samples = try TrustSamples()
        let test = TestKeychain()
        let trust = Keychain.$override.withValue(test.keychain) {
            samples.trust(anchors: [samples.root])
        }
        let queue = DispatchQueue(label: "trust")
        let result = await withCheckedContinuation { continuation in
            SecTrustEvaluateAsync(trust, queue) { _, result in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: result)
            }
        }
        #expect(result == .unspecified)
        SecTrustSetAnchorCertificates(trust, [] as NSArray)
        let code = await withCheckedContinuation { continuation in
            SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
                continuation.resume(returning: isTrusted ? 0 : error?.code)
            }
        }
        #expect(code == Int(errSecCreateChainFailed))
    }

    @Test func severalThreads() throws {
        let samples = try TrustSamples()
        TrustSamples.onNewKeychain { _ in
            let trust = samples.trust(anchors: [samples.root])
            DispatchQueue.concurrentPerform(iterations: 16) { index in
                if index % 4 == 0 { SecTrustSetVerifyDate(trust, TrustSamples.date) }
                #expect(trust.isTrusted && SecTrustGetCertificateCount(trust) == 3)
            }
        }
    }

    @Test func intermediatesOfTheKeychain() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { test in
            var made: SecTrust?
            SecTrustCreateWithCertificates(samples.leaf, TrustSamples.server, &made)
            let trust = try #require(made)
            SecTrustSetVerifyDate(trust, TrustSamples.date)
            SecTrustSetAnchorCertificates(trust, [samples.root] as NSArray)
            #expect(trust.failure?.code == Int(errSecCreateChainFailed))
            _ = try test.keychain.add(.certificate(samples.chain.issuer.certificate))
            #expect(trust.isTrusted)
        }
    }
}
