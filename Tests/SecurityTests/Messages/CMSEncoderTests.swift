// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import SwiftKeychain
import Testing

@testable import Security

@Suite struct CMSEncoderTests {
    private static let samples = [SampleIdentity.rsa, .ellipticCurve]
    private static let attributes: [CMSSignedAttributes] = [
        [], .attrSigningTime,
        [
            .attrSigningTime, .attrSmimeCapabilities, .attrSmimeEncryptionKeyPrefs,
            .attrSmimeMSEncryptionKeyPrefs,
        ],
    ]

    @Test func opensslVerifiesWhatIsSigned() throws {
        try TrustSamples.onNewKeychain { _ in
            for sample in Self.samples {
                let files = try CMSSamples(sample)
                for attributes in Self.attributes {
                    let (status, message) = encode([sample], with: attributes)
                    #expect(status == errSecSuccess)
                    let shown = try files.openssl(
                        ["-verify", "-noverify", "-inform", "DER"], input: message)
                    #expect(shown == CMSSamples.content)
                    let (_, bare) = encode([sample], detached: true, with: attributes)
                    #expect(bare.range(of: CMSSamples.content) == nil)
                    let again = try files.openssl(
                        [
                            "-verify", "-noverify", "-inform", "DER", "-content",
                            files.folder.path("content"),
                        ], input: bare)
                    #expect(again == CMSSamples.content)
                }
            }
        }
    }

    @Test func everySignerAndTypeAndHash() throws {
        try TrustSamples.onNewKeychain { _ in
            let files = try CMSSamples(.rsa)
            let (_, both) = encode(Self.samples, type: "1.2.840.113549.1.9.16.1.4" as NSString)
            let shown = try files.openssl(["-cmsout", "-print", "-inform", "DER"], input: both)
            let text = String(decoding: shown, as: UTF8.self)
            #expect(text.contains("id-smime-ct-TSTInfo") && text.contains("ecdsa-with-SHA256"))
            let (status, decoder) = decode(both)
            #expect(status == errSecSuccess)
            #expect(decoder.status(0) == .valid && decoder.status(1) == .valid)
            var made: CMSEncoder?
            CMSEncoderCreate(&made)
            let encoder = try #require(made)
            CMSEncoderSetSignerAlgorithm(encoder, kCMSEncoderDigestAlgorithmSHA1)
            CMSEncoderAddSigners(encoder, SampleIdentity.rsa.identity)
            CMSEncoderUpdateContent(encoder, "a", 1)
            var message: CFData?
            #expect(CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
            let old = try files.openssl(
                ["-cmsout", "-print", "-inform", "DER"], input: try #require(message as Data?))
            #expect(String(decoding: old, as: UTF8.self).contains("algorithm: sha1"))
        }
    }

    @Test func opensslDecryptsWhatIsEncrypted() throws {
        try TrustSamples.onNewKeychain { _ in
            let (status, message) = encode([], Self.samples)
            #expect(status == errSecSuccess && message.range(of: CMSSamples.content) == nil)
            for sample in Self.samples {
                let files = try CMSSamples(sample)
                let shown = try files.openssl(
                    [
                        "-decrypt", "-inform", "DER", "-inkey", files.folder.path("key.pem"),
                        "-recip", files.folder.path("cert.pem"),
                    ], input: message)
                #expect(shown == CMSSamples.content)
            }
        }
    }

    @Test func certificatesAlone() throws {
        var made: CMSEncoder?
        CMSEncoderCreate(&made)
        let encoder = try #require(made)
        let certificates = Self.samples.map(\.certificate)
        #expect(CMSEncoderAddSupportingCerts(encoder, certificates as NSArray) == errSecSuccess)
        var message: CFData?
        #expect(CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
        let bundle = try #require(message as Data?)
        let shown = try OpenSSL.run(
            ["pkcs7", "-inform", "DER", "-print_certs", "-noout"], input: bundle)
        let text = String(decoding: shown, as: UTF8.self)
        #expect(text.contains("Example RSA") && text.contains("Example EC"))
        let (_, decoder) = decode(bundle)
        var found: CFArray?
        #expect(CMSDecoderCopyAllCerts(decoder, &found) == errSecSuccess)
        #expect(Set(try #require(found as? [SecCertificate])) == Set(certificates))
        #expect(decoder.status() == .unsigned && decoder.content == nil)
    }

    /// The subject of the root is a UTF8String.
    @Test(arguments: [DERTag.utf8String, .printableString])
    func chains(issuerOfRoot tag: DERTag) throws {
        let samples = try TrustSamples {
            $0.root.serial = [9]
            $0.root.issuerNameTag = tag
        }
        let key = SecKey(SampleChain.keys[2])
        let identity = try #require(SecIdentityCreate(nil, samples.leaf, key))
        func count(_ mode: CMSCertificateChainMode, _ others: [SecCertificate]) -> (OSStatus, Int) {
            var made: CMSEncoder?
            CMSEncoderCreate(&made)
            let encoder = made!
            CMSEncoderAddSigners(encoder, identity)
            if !others.isEmpty { CMSEncoderAddSupportingCerts(encoder, others as NSArray) }
            CMSEncoderSetCertificateChainMode(encoder, mode)
            var same = CMSCertificateChainMode.none
            CMSEncoderGetCertificateChainMode(encoder, &same)
            CMSEncoderUpdateContent(encoder, "a", 1)
            var message: CFData?
            let status = CMSEncoderCopyEncodedContent(encoder, &message)
            guard let message, same == mode else { return (status, -1) }
            var found: CFArray?
            CMSDecoderCopyAllCerts(decode(message as Data).decoder, &found)
            return (status, found?.count ?? 0)
        }
        TrustSamples.onNewKeychain { _ in
            SecItemAdd([kSecValueRef: samples.issuer] as NSDictionary, nil)
            #expect(count(.none, []) == (errSecSuccess, 0))
            #expect(count(.signerOnly, []) == (errSecSuccess, 1))
            #expect(count(.chain, []) == (errSecSuccess, 2))
            #expect(count(.chainWithRootOrFail, []) == (errSecCreateChainFailed, -1))
            SecItemAdd([kSecValueRef: samples.root] as NSDictionary, nil)
            #expect(count(.chain, []) == (errSecSuccess, 2))
            #expect(count(.chainWithRoot, []) == (errSecSuccess, 3))
            #expect(count(.chainWithRootOrFail, []) == (errSecSuccess, 3))
        }
    }

    /// What is written can be read, which has a limit.
    @Test func signersAreLimited() throws {
        try TrustSamples.onNewKeychain { _ in
            var made: CMSEncoder?
            CMSEncoderCreate(&made)
            let encoder = try #require(made)
            let identity = SampleIdentity.ellipticCurve.identity
            #expect(CMSEncoderAddSigners(encoder, identity) == errSecSuccess)
            let more = Array(repeating: identity, count: 24) as NSArray
            #expect(CMSEncoderAddSigners(encoder, more) == errSecParam)
            #expect(LastError.current?.detail == "signers: more than 24")
            let rest = Array(repeating: identity, count: 23) as NSArray
            #expect(CMSEncoderAddSigners(encoder, rest) == errSecSuccess)
            #expect(CMSEncoderAddSigners(encoder, identity) == errSecParam)
            CMSEncoderUpdateContent(encoder, "a", 1)
            var message: CFData?
            #expect(CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
            let (status, decoder) = decode(try #require(message as Data?))
            #expect(status == errSecSuccess)
            #expect(decoder.status(23) == .valid)
        }
    }

    @Test func mistakes() throws {
        var made: CMSEncoder?
        CMSEncoderCreate(&made)
        let encoder = try #require(made)
        var message: CFData?
        #expect(CMSEncoderCopyEncodedContent(encoder, &message) == errSecParam)
        #expect(CMSEncoderAddSigners(encoder, "x" as NSString) == errSecParam)
        #expect(CMSEncoderAddRecipients(encoder, SampleIdentity.rsa.identity) == errSecParam)
        #expect(CMSEncoderSetSignerAlgorithm(encoder, "md5" as CFString) == errSecParam)
        #expect(CMSEncoderSetEncapsulatedContentTypeOID(encoder, "1" as NSString) == errSecParam)
        let apple = CMSSignedAttributes.attrAppleExpirationTime
        #expect(CMSEncoderAddSignedAttributes(encoder, apple) == errSecUnimplemented)
        let unknown = CMSSignedAttributes(rawValue: 0x80)
        #expect(CMSEncoderAddSignedAttributes(encoder, unknown) == errSecParam)
        #expect(CMSEncoderUpdateContent(encoder, "a", -1) == errSecParam)
        #expect(CMSEncoderUpdateContent(encoder, "a", 1) == errSecSuccess)
        // What is signed can't change afterwards.
        let identity = SampleIdentity.rsa.identity
        #expect(CMSEncoderAddSigners(encoder, identity) == errSecParam)
        #expect(encode([.rsa], [.rsa], detached: true).status == errSecParam)
        var time = 0.0
        #expect(CMSEncoderCopySignerTimestamp(encoder, 0, &time) == errSecParam)
    }
}
