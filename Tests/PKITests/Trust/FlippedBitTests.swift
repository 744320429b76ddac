// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Testing

/// Flips bits of what strangers send: nothing becomes trusted by it, and nothing stops the process.
@Suite struct TrustFlippedBitTests {
    private let chain: SampleChain.Signed

    init() throws { chain = try SampleChain().signed() }

    /// Gives each byte with one bit of it flipped, another bit each time.
    private func flipped(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.indices.map { index in
            var copy = bytes
            copy[index] ^= 1 << UInt8(index % 8)
            return copy
        }
    }

    @Test func certificates() throws {
        var tried = 0
        for der in flipped(chain.leaf.certificate.der) {
            guard let leaf = try? Certificate(der: der) else { continue }
            var request = chain.request(.basic)
            request.leaf = leaf
            #expect(try !request.evaluate().result.isTrusted)
            tried += 1
        }
        // Most of them are still certificates.
        #expect(tried > 100)
    }

    @Test func intermediates() throws {
        var tried = 0
        for der in flipped(chain.issuer.certificate.der) {
            guard let issuer = try? Certificate(der: der) else { continue }
            var request = chain.request(.basic)
            request.intermediates = [issuer]
            #expect(try !request.evaluate().result.isTrusted)
            tried += 1
        }
        #expect(tried > 100)
    }

    @Test func answersAboutRevocation() throws {
        var request = chain.request(
            TrustPolicy(.revocation, revocation: [.requirePositiveResponse]))
        let other = try MadeOCSPResponse().signed(
            about: chain.issuer.certificate, issuer: chain.root)
        let good = try MadeOCSPResponse().signed(
            about: chain.leaf.certificate, issuer: chain.issuer)
        request.responses = [good, other]
        #expect(try request.evaluate().result == .unspecified)
        for bytes in flipped(good) + (0..<good.count).map({ Array(good.prefix($0)) }) {
            request.responses = [bytes, other]
            #expect(try request.evaluate().problems.map(\.rule) == [.revocationUnknown])
        }
    }

    @Test func exceptions() throws {
        var request = chain.request(.ssl(server: true, host: "example.com"))
        let encoding = TrustExceptions(try request.evaluate()).encoding
        request.exceptions = try TrustExceptions(encoding)
        #expect(request.exceptions?.encoding == encoding)
        #expect(try request.evaluate().result == .proceed)
        for bytes in flipped(encoding) + (0..<encoding.count).map({ Array(encoding.prefix($0)) }) {
            request.exceptions = try? TrustExceptions(bytes)
            #expect(try request.evaluate().result == .recoverableTrustFailure)
        }
    }

    @Test func settings() throws {
        let record = TrustSettingsRecord(
            result: .deny, policy: "1.2.840.113635.100.1.3", policyString: "example.org",
            allowedError: -67818, keyUsage: .max)
        let certificate = chain.root.certificate
        let bytes = TrustSettingsEncoding.encode(certificate, [record, TrustSettingsRecord()])
        let read = try TrustSettingsEncoding.decode(bytes)
        #expect(read.0 == certificate && read.1 == [record, TrustSettingsRecord()])
        for count in 0..<bytes.count {
            #expect {
                try TrustSettingsEncoding.decode(Array(bytes.prefix(count)))
            } throws: { PKIError.Code.malformedTrustSettings ~= $0 }
        }
        for bytes in flipped(bytes) { _ = try? TrustSettingsEncoding.decode(bytes) }
    }

    /// A stranger sends many certificates of one name, which are tried no longer than it pays.
    @Test func manyDecoys() throws {
        var request = chain.request()
        for serial in UInt8(1)...120 {
            var decoy = chain.issuer.made
            decoy.serial = [serial]
            decoy.key = SampleChain.keys[3]
            request.intermediates.insert(try decoy.selfSigned().certificate, at: 0)
        }
        let found = try request.evaluate()
        #expect(found.result == .unspecified)
        #expect(found.chain[1] == chain.issuer.certificate)
    }
}
