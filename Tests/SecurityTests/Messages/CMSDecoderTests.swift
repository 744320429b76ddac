// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainPKI
import Testing

@testable import Security

@Suite struct CMSDecoderTests {
    @Test func whatOpensslSigned() throws {
        try TrustSamples.onNewKeychain { _ in
            let rsa = try CMSSamples(.rsa)
            let curve = try CMSSamples(.ellipticCurve)
            // Without a length, openssl makes the longest salt that fits.
            let longSalt = ["-keyopt", "rsa_padding_mode:pss"]
            let pss = longSalt + ["-keyopt", "rsa_pss_saltlen:-1"]
            let shortSalt = longSalt + ["-keyopt", "rsa_pss_saltlen:20"]
            let messages = [
                try rsa.signed(), try rsa.signed(["-md", "sha1"]), try rsa.signed(["-noattr"]),
                try rsa.signed(["-md", "sha512"] + pss), try rsa.signed(pss),
                try rsa.signed(longSalt), try rsa.signed(shortSalt),
                try rsa.signed(["-keyid"]), try rsa.signed(["-stream", "-indef"]),
                try curve.signed(), try curve.signed(["-md", "sha384"]),
                try curve.signed(["-stream", "-indef"]),
            ]
            for message in messages {
                let (status, decoder) = decode(message)
                #expect(status == errSecSuccess && decoder.content == CMSSamples.content)
                #expect(decoder.status() == .valid)
                #expect(decoder.status(evaluating: true) == .invalidCert)
                #expect(decoder.status(1) == .invalidIndex)
                var count = 0
                #expect(CMSDecoderGetNumSigners(decoder, &count) == errSecSuccess && count == 1)
                var isEncrypted: DarwinBoolean = true
                CMSDecoderIsContentEncrypted(decoder, &isEncrypted)
                #expect(!isEncrypted.boolValue)
            }
            let (_, decoder) = decode(messages[0])
            var certificate: SecCertificate?
            #expect(CMSDecoderCopySignerCert(decoder, 0, &certificate) == errSecSuccess)
            #expect(certificate == SampleIdentity.rsa.certificate)
            var time = 0.0
            #expect(CMSDecoderCopySignerSigningTime(decoder, 0, &time) == errSecSuccess)
            #expect(abs(time - Date().timeIntervalSinceReferenceDate) < 600)
            #expect(CMSDecoderCopySignerTimestamp(decoder, 0, &time) == errSecTimestampMissing)
            var address: CFString?
            #expect(
                CMSDecoderCopySignerEmailAddress(decoder, 0, &address) == errSecItemNotFound)
            var type: CFData?
            CMSDecoderCopyEncapsulatedContentType(decoder, &type)
            #expect(type as Data? == Data([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]))
            #expect(
                CMSDecoderCopySignerSigningTime(decode(messages[2]).decoder, 0, &time)
                    == errSecSigningTimeMissing)
        }
    }

    @Test func trustOfTheSigner() throws {
        try TrustSamples.onNewKeychain { _ in
            let (_, decoder) = decode(encode([.rsa]).message)
            var status = CMSSignerStatus.unsigned
            var trust: SecTrust?
            var code = errSecSuccess
            let policies = [SecPolicyCreateBasicX509()] as NSArray
            CMSDecoderCopySignerStatus(decoder, 0, policies, true, &status, &trust, &code)
            #expect(status == .invalidCert && code == errSecNotTrusted)
            SecTrustSetAnchorCertificates(
                try #require(trust), [SampleIdentity.rsa.certificate] as NSArray)
            #expect(try #require(trust).isTrusted)
            SecTrustSettingsSetTrustSettings(SampleIdentity.rsa.certificate, .user, nil)
            #expect(decoder.status(evaluating: true) == .valid)
            let noPolicy = "x" as NSString
            #expect(
                CMSDecoderCopySignerStatus(decoder, 0, noPolicy, true, nil, nil, nil) == errSecParam
            )
        }
    }

    /// Each evaluation reads all certificates that it is given.
    @Test func certificatesForAnEvaluation() throws {
        try TrustSamples.onNewKeychain { _ in
            var made: CMSEncoder?
            CMSEncoderCreate(&made)
            let encoder = try #require(made)
            CMSEncoderAddSigners(encoder, SampleIdentity.rsa.identity)
            let others = try (0..<300).map {
                SecCertificate(try MadeCertificate.make(serial: UInt16($0)))
            }
            CMSEncoderAddSupportingCerts(encoder, others as NSArray)
            CMSEncoderUpdateContent(encoder, "a", 1)
            var message: CFData?
            #expect(CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
            let (_, decoder) = decode(try #require(message as Data?))
            var all: CFArray?
            CMSDecoderCopyAllCerts(decoder, &all)
            #expect(all?.count == 301)
            var trust: SecTrust?
            CMSDecoderCopySignerStatus(
                decoder, 0, SecPolicyCreateBasicX509(), false, nil, &trust, nil)
            #expect(try #require(trust).question.certificates.count == 257)
        }
    }

    @Test func detachedContent() {
        TrustSamples.onNewKeychain { _ in
            let (_, message) = encode([.rsa], detached: true, with: .attrSigningTime)
            #expect(decode(message).decoder.status() == .needsDetachedContent)
            #expect(decode(message).decoder.content == nil)
            let whole = decode(message, detached: CMSSamples.content).decoder
            #expect(whole.status() == .valid)
            var given: CFData?
            CMSDecoderCopyDetachedContent(whole, &given)
            #expect(given as Data? == CMSSamples.content)
            #expect(
                decode(message, detached: Data("other".utf8)).decoder.status() == .invalidSignature)
        }
    }

    @Test func whatOpensslEncrypted() throws {
        for sample in [SampleIdentity.rsa, .ellipticCurve] {
            try TrustSamples.onNewKeychain { _ in
                let files = try CMSSamples(sample)
                var messages = [
                    try files.encrypted(["-aes128"]), try files.encrypted(["-aes256", "-stream"]),
                    try files.encrypted(["-aes192", "-keyid"]),
                ]
                // The wrapping of keys with triple DES isn't supported.
                let isRSA = sample.key == SampleIdentity.rsa.key
                let des = try files.encrypted(["-des3"])
                if isRSA { messages.append(des) }
                messages.append(
                    try files.encrypted(
                        isRSA
                            ? ["-aes256", "-keyopt", "rsa_padding_mode:oaep"]
                            : ["-aes256", "-keyopt", "ecdh_kdf_md:sha384"]))
                #expect(decode(messages[0]).status == errSecItemNotFound)
                defer { if !isRSA { #expect(decode(des).status == errSecUnsupportedFormat) } }
                #expect(
                    SecItemAdd([kSecValueRef: sample.identity] as NSDictionary, nil)
                        == errSecSuccess)
                for (index, message) in messages.enumerated() {
                    let (status, decoder) = decode(message)
                    #expect(status == errSecSuccess, "\(index)")
                    #expect(decoder.content == CMSSamples.content)
                    #expect(decoder.status() == .unsigned)
                    var isEncrypted: DarwinBoolean = false
                    CMSDecoderIsContentEncrypted(decoder, &isEncrypted)
                    #expect(isEncrypted.boolValue)
                    // Another key, or another ciphertext, gives no content.
                    var broken = message
                    broken[broken.count - 20] ^= 1
                    let result = decode(broken)
                    let content = result.decoder.content
                    #expect(result.status != errSecSuccess || content != CMSSamples.content)
                }
            }
        }
    }

    @Test func tooManyRecipients() throws {
        try TrustSamples.onNewKeychain { _ in
            // Each is looked for in the keychains.
            let files = try CMSSamples(.ellipticCurve)
            func statuses(_ count: Int) throws -> [OSStatus] {
                let recipient = ["-recip", files.folder.path("cert.pem")]
                let words = Array(repeating: recipient, count: count).flatMap { $0 }
                let message = try files.openssl(["-encrypt", "-outform", "DER"] + words)
                let recipients = Array(repeating: SampleIdentity.ellipticCurve, count: count)
                return [decode(message).status, encode([], recipients).status]
            }
            #expect(try statuses(1024) == [errSecItemNotFound, errSecSuccess])
            #expect(try statuses(1025) == [errSecUnknownFormat, errSecParam])
        }
    }

    @Test func theUserIsAskedOnceForAMessage() throws {
        let home = TemporaryHome()
        let user = TestUser(passcode: "1234", answers: [.cancels, .types("1234")])
        let files = try CMSSamples(.rsa)
        let again = ["-recip", files.folder.path("cert.pem")]
        let message = try files.encrypted(["-aes128"] + again + again)
        Keychain.$override.withValue(user.keychain(home: home.path)) {
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleAlways, .userPresence, nil)!
            let item: [CFString: Any] = [
                kSecValueRef: SampleIdentity.rsa.identity, kSecAttrAccessControl: control,
            ]
            #expect(SecItemAdd(item as NSDictionary, nil) == errSecSuccess)
            #expect(decode(message).status == errSecUserCanceled)
            #expect(user.askedCount == 1)
            #expect(decode(message).decoder.content == CMSSamples.content)
            #expect(user.askedCount == 2)
        }
    }

    @Test func signedAndEncrypted() {
        TrustSamples.onNewKeychain { _ in
            let (status, message) = encode([.ellipticCurve], [.rsa], with: .attrSigningTime)
            #expect(status == errSecSuccess)
            SecItemAdd([kSecValueRef: SampleIdentity.rsa.identity] as NSDictionary, nil)
            let (decoded, decoder) = decode(message)
            #expect(decoded == errSecSuccess && decoder.content == CMSSamples.content)
            #expect(decoder.status() == .valid)
            var isEncrypted: DarwinBoolean = false
            CMSDecoderIsContentEncrypted(decoder, &isEncrypted)
            #expect(isEncrypted.boolValue)
        }
    }

    @Test func changedBytes() throws {
        try TrustSamples.onNewKeychain { _ in
            for attributes: CMSSignedAttributes in [[], .attrSigningTime] {
                var (_, message) = encode([.rsa], with: attributes)
                let place = try #require(message.range(of: CMSSamples.content))
                message[place.lowerBound] ^= 1
                #expect(decode(message).decoder.status() == .invalidSignature)
                var (_, other) = encode([.rsa], with: attributes)
                other[other.count - 1] ^= 1
                #expect(decode(other).decoder.status() == .invalidSignature)
            }
        }
    }

    /// The content under another type than the signer named (RFC 5652, section 5.4): each type reads the same bytes
    /// in its way.
    @Test func contentOfAnotherTypeThanSigned() throws {
        try TrustSamples.onNewKeychain { _ in
            var (_, message) = encode([.rsa], with: .attrSigningTime)
            #expect(decode(message).decoder.status() == .valid)
            // The type of the content is not among the bytes that are signed; the signer's attribute is.
            let data = Data([6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1])
            let type = try #require(message.range(of: data))
            let named = try #require(
                message.range(of: data, in: type.upperBound..<message.endIndex))
            let content = try #require(message.range(of: CMSSamples.content))
            #expect(type.upperBound < content.lowerBound && content.upperBound < named.lowerBound)
            message[type.upperBound - 1] = 5
            let (status, decoder) = decode(message)
            #expect(status == errSecSuccess && decoder.status() == .invalidSignature)
        }
    }

    /// Several signatures of a signature, each an attribute of the same type (RFC 5652, section 11.4).
    @Test func unsignedAttributesMayBeRepeated() throws {
        try TrustSamples.onNewKeychain { _ in
            let countersignature: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 6]
            let values = DER.element(.set, DER.element(.sequence, []))
            let attribute = DER.element(.sequence, countersignature + values)
            let attributes = DER.element(.constructed(1), attribute + attribute)
            let message = try changedSigner { DER.element(.sequence, $0.content + attributes) }
            let (status, decoder) = decode(message)
            #expect(status == errSecSuccess && decoder.status() == .valid)
        }
    }

    /// The type of the content and its digest, twice among the attributes that are signed.
    @Test func signedAttributesMayNotBeRepeated() throws {
        try TrustSamples.onNewKeychain { _ in
            func status(repeating types: [[UInt8]]) throws -> CMSSignerStatus? {
                let message = try changedSigner { signer in
                    var parts = try signer.children().map { Array($0.encoding) }
                    let attributes = try signer.children()[3]
                    let again = try attributes.children().filter { attribute in
                        types.contains { attribute.content.starts(with: $0) }
                    }
                    #expect(again.count == types.count)
                    let signed = attributes.content + again.flatMap(\.encoding)
                    let signature = try #require(
                        SecKeyCreateSignature(
                            SampleIdentity.rsa.key, .rsaSignatureMessagePKCS1v15SHA256,
                            Data(DER.element(.set, signed)) as CFData, nil))
                    parts[3] = DER.element(.constructed(0), signed)
                    parts[5] = DER.element(.octetString, signature as Data)
                    return DER.element(.sequence, Array(parts.joined()))
                }
                return decode(message).decoder.status()
            }
            let pkcs9: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9]
            let statuses = try [[], [pkcs9 + [3]], [pkcs9 + [4]]].map { try status(repeating: $0) }
            #expect(statuses == [.valid, .invalidSignature, .invalidSignature])
        }
    }

    @Test func mistakes() throws {
        try TrustSamples.onNewKeychain { _ in
            let message = encode([.rsa]).message
            #expect(decode(Data()).status == errSecUnknownFormat)
            #expect(decode(Data("<xml>".utf8)).status == errSecUnknownFormat)
            for count in stride(from: 1, to: message.count, by: 97) {
                #expect(decode(message.prefix(count)).status == errSecUnknownFormat)
            }
            #expect(decode(message + [0]).status == errSecUnknownFormat)
            let (_, decoder) = decode(message)
            #expect(CMSDecoderFinalizeMessage(decoder) == errSecParam)
            #expect(CMSDecoderUpdateMessage(decoder, "a", 1) == errSecParam)
            var time = 0.0
            #expect(CMSDecoderCopySignerSigningTime(decoder, 1, &time) == errSecParam)
            #expect(CMSDecoderSetSearchKeychain(decoder, "x" as NSString) == errSecParam)
            var made: CMSDecoder?
            CMSDecoderCreate(&made)
            let fresh = try #require(made)
            var count = 7
            #expect(CMSDecoderGetNumSigners(fresh, &count) == errSecParam && count == 7)
            #expect(fresh.status() == nil)
            #expect(CFGetTypeID(fresh) == CMSDecoderGetTypeID())
        }
    }
}
