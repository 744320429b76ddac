// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainPKI
import Testing

/// Reads certificates of many shapes, and compares with the openssl command.
@Suite struct CertificateShapeTests {
    private func read(
        _ location: SourceLocation = #_sourceLocation, _ change: (inout CertificateRecipe) -> Void
    ) throws -> Certificate {
        let certificate = try Certificate(der: try CertificateRecipe(change).make())
        try SecondOpinion.compare(certificate, location)
        return certificate
    }

    @Test(arguments: [
        ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
        ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
        ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
        ["-algorithm", "ED25519"], ["-algorithm", "ED448"],
    ])
    func keys(_ key: [String]) throws {
        let certificate = try read { $0.key = key }
        #expect(certificate.version == 3)
        #expect(certificate.subject == certificate.issuer)
    }

    @Test func versionOne() throws {
        var sketch = CertificateSketch("Example", SampleChain.keys[0])
        sketch.version = 1
        let certificate = try sketch.selfSigned().certificate
        try SecondOpinion.compare(certificate, #_sourceLocation)
        #expect(certificate.version == 1)
        #expect(certificate.extensions.isEmpty)
        #expect(certificate.subjectKeyIdentifier == nil)
    }

    @Test(arguments: [
        "0", "127", "128", "255", "65535", "-1", "-5", "-128", "-129",
        "0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0x80000000000000000000000000000000000000001",
        "0x" + String(repeating: "FE", count: 200),
    ])
    func serialNumbers(_ serial: String) throws {
        #expect(try read { $0.serial = serial }.serialNumber.count >= 1)
    }

    @Test(arguments: [
        ("19500101000000Z", "19991231235959Z"), ("20000229120000Z", "20491231235959Z"),
        ("20491231235959Z", "20500101000000Z"), ("20500101000001Z", "99991231235959Z"),
        ("20240229000000Z", "21000228235959Z"), ("19700101000000Z", "20380119031408Z"),
    ])
    func dates(_ from: String, _ to: String) throws {
        let certificate = try read { $0.dates = (from, to) }
        #expect(certificate.notBefore < certificate.notAfter)
    }

    @Test(arguments: [
        ("MASK:0x2", DERTag.printableString, "Example 1"), ("MASK:0x4", .t61String, "Exämple"),
        ("MASK:0x800", .bmpString, "Exämple Ω"), ("MASK:0x2000", .utf8String, "Exämple 😀"),
    ])
    func namesOfEveryStringType(_ mask: String, _ tag: DERTag, _ name: String) throws {
        let certificate = try read { ($0.strings, $0.subject) = (mask, "/CN=\(name)") }
        #expect(certificate.subject.attributes.map(\.value.tag) == [tag])
        #expect(certificate.commonName == name)
    }

    @Test func addressesAndCountriesHaveTypesOfTheirOwn() throws {
        let certificate = try read { $0.subject = "/C=CH/CN=é/emailAddress=a@example.org" }
        #expect(
            certificate.subject.attributes.map(\.value.tag)
                == [.printableString, .utf8String, .ia5String])
    }

    @Test func namesOfSeveralAttributes() throws {
        let certificate = try read { $0.subject = "/C=CH/O=One+OU=Two/CN=Three+UID=Four+SN=Five" }
        #expect(certificate.subject.relativeNames.map(\.count) == [1, 2, 3])
        #expect(certificate.subjectSummary == "Three")
    }

    @Test func anEmptyName() throws {
        let certificate = try read {
            ($0.subject, $0.extensions) = ("/", "subjectAltName=DNS:a.example")
        }
        #expect(certificate.subject.relativeNames.isEmpty)
        #expect(certificate.subject.normalisedContent.isEmpty)
        #expect(certificate.subject.normalisedSequence == [0x30, 0])
        #expect(certificate.subjectSummary == "a.example")
        #expect(certificate.commonName == nil)
    }

    @Test(arguments: [
        ("/O=Org/CN=Name/description=Why", "Name (Why)"), ("/O=Org/OU=Unit", "b@example.org"),
        ("/CN=General/CN=Specific", "Specific"),
        ("/O=Org/emailAddress=a@example.org", "b@example.org"),
    ])
    func summaries(_ subject: String, _ summary: String) throws {
        let certificate = try read {
            $0.subject = subject
            $0.extensions = "subjectAltName=DNS:x.example,email:b@example.org,email:b@example.org"
        }
        #expect(certificate.subjectSummary == summary)
        #expect(certificate.hostNames == ["x.example"])
        #expect(certificate.emailAddresses.first == "b@example.org")
        #expect(Set(certificate.emailAddresses).count == certificate.emailAddresses.count)
    }

    @Test(arguments: [
        ("/O=Org/OU=Unit", "Unit"), ("/O=Org", "Org"), ("/O=Org/emailAddress=a@e.org", "a@e.org"),
        ("/description=Why", "Why"), ("/C=CH", nil),
    ])
    func summariesWithoutAlternativeNames(_ subject: String, _ summary: String?) throws {
        #expect(try read { $0.subject = subject }.subjectSummary == summary)
    }
}
