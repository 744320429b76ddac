// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainPKI
import Security
import Testing

@Suite struct SecCertificateTests {
    private static func certificate(
        _ change: (inout CertificateRecipe) -> Void = { _ in }
    ) throws -> SecCertificate {
        let der = Data(try CertificateRecipe(change).make())
        return try #require(SecCertificateCreateWithData(kCFAllocatorDefault, der as CFData))
    }

    private static func small() -> SecCertificate {
        SecCertificateCreateWithData(nil, Data(SmallCertificate.der) as CFData)!
    }

    @Test func onlyCertificatesMakeOne() {
        let der = Data(SmallCertificate.der)
        #expect(SecCertificateCreateWithData(nil, der as CFData) != nil)
        #expect(SecCertificateCreateWithData(nil, der.dropFirst() as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, der + [0] as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data() as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data(count: 2 << 20) as CFData) == nil)
    }

    @Test func whatItSays() throws {
        let certificate = Self.small()
        #expect(SecCertificateCopyData(certificate) as Data == Data(SmallCertificate.der))
        #expect(SecCertificateCopySubjectSummary(certificate) as String? == "Example")
        #expect(SecCertificateCopySerialNumberData(certificate, nil) as Data? == Data([1]))
        let date = ISO8601DateFormatter().date(from: "2026-11-20T12:42:30Z")
        #expect(SecCertificateCopyNotValidBeforeDate(certificate) as Date? == date)
        let end = ISO8601DateFormatter().date(from: "2126-10-27T12:42:30Z")
        #expect(SecCertificateCopyNotValidAfterDate(certificate) as Date? == end)
        let name = Data(
            [0x30, 0x12, 0x31, 0x10, 0x30, 0x0E, 6, 3, 0x55, 4, 3, 0x0C, 7] + "Example".utf8)
        #expect(SecCertificateCopyNormalizedIssuerSequence(certificate) as Data? == name)
        #expect(SecCertificateCopyNormalizedSubjectSequence(certificate) as Data? == name)
        // The older calls: the same number, and the names without their headers.
        #expect(SecCertificateCopySerialNumber(certificate, nil) as Data? == Data([1]))
        #expect(SecCertificateCopySerialNumber(certificate) as Data? == Data([1]))
        let content = name.dropFirst(2)
        #expect(SecCertificateCopyNormalizedIssuerContent(certificate, nil) as Data? == content)
        #expect(SecCertificateCopyNormalizedSubjectContent(certificate, nil) as Data? == content)
    }

    @Test func equalityGoesByTheDER() throws {
        let (one, same, other) = (Self.small(), Self.small(), try Self.certificate())
        #expect(one == same && one.hash == same.hash && one !== same)
        #expect(one != other && CFEqual(one, same) && !CFEqual(one, other))
        #expect(Set([one, same, other]).count == 2)
        #expect(one.description == "<SecCertificate: Example>")
        #expect(CFGetTypeID(one) == SecCertificateGetTypeID())
    }

    @Test func commonNameAndAddresses() throws {
        let certificate = try Self.certificate {
            $0.subject = "/CN=General/CN=Specific/emailAddress=a@example.org"
            $0.extensions = "subjectAltName=email:b@example.org,email:a@example.org"
        }
        var name: CFString?
        #expect(SecCertificateCopyCommonName(certificate, &name) == errSecSuccess)
        #expect(name as String? == "Specific")
        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect(addresses as? [String] == ["b@example.org", "a@example.org"])

        let nameless = try Self.certificate { $0.subject = "/O=Org" }
        #expect(SecCertificateCopyCommonName(nameless, &name) == errSecInternal)
        #expect(name == nil)
        #expect(SecCertificateCopyEmailAddresses(nameless, &addresses) == errSecSuccess)
        #expect(addresses?.count == 0)
    }

    @Test(arguments: [
        (
            ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], kSecAttrKeyTypeRSA as String,
            2048
        ),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], "73", 256),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"], "73", 384),
        (["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"], "73", 521),
    ])
    func keys(_ options: [String], _ type: String, _ bits: Int) throws {
        let certificate = try Self.certificate { $0.key = options }
        let key = try #require(SecCertificateCopyKey(certificate))
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        #expect(attributes[kSecAttrKeyType as String] as? String == type)
        #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == bits)
        // The certificate is signed with its own key.
        let der = [UInt8](SecCertificateCopyData(certificate) as Data)
        let parts = try DERElement(only: der[...]).children()
        let algorithm: SecKeyAlgorithm =
            bits == 2048
            ? .rsaSignatureMessagePKCS1v15SHA256 : .ecdsaSignatureMessageX962SHA256
        let signature = Data(try parts[2].bits().octets)
        let message = Data(parts[0].encoding)
        #expect(
            SecKeyVerifySignature(key, algorithm, message as CFData, signature as CFData, nil))
    }

    @Test(arguments: [
        ["-algorithm", "ED25519"], ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
    ])
    func keysThatAreNotHere(_ options: [String]) throws {
        #expect(SecCertificateCopyKey(try Self.certificate { $0.key = options }) == nil)
    }
}
