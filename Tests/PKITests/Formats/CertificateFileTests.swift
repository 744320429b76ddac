// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainPKI

/// Certificates in PEM, DER and PKCS#7, and what stands around them.
@Suite struct CertificateFileTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private static let certificates = [SamplePair.rsa, .ellipticCurve].map(\.certificate)
    private var pem: String {
        get throws {
            String(
                decoding: try ExportedFile.bytes(
                    Self.certificates.map { .certificate($0) }, .pemSequence),
                as: UTF8.self)
        }
    }

    @Test func singleCertificatesGoBothWays() throws {
        for certificate in Self.certificates {
            let der = try bench.file(certificate.der)
            let pem = try bench.need(["x509", "-inform", "DER", "-in", der])
            for bytes in [certificate.der, pem] {
                let file = try ImportedFile.read(bytes)
                #expect(file.items.map(\.certificate) == [certificate])
                #expect(file.format == .certificate && file.kind == .certificate)
            }
            #expect(try ExportedFile.bytes([.certificate(certificate)]) == certificate.der)
            #expect(try ExportedFile.bytes([.certificate(certificate)], armoured: true) == pem)
        }
    }

    @Test func bundlesGoBothWays() throws {
        let path = try bench.file(Array(try pem.utf8))
        for form in ["PEM", "DER"] {
            let theirs = try bench.need(
                ["crl2pkcs7", "-nocrl", "-certfile", path, "-outform", form])
            let file = try ImportedFile.read(theirs)
            #expect(file.items.map(\.certificate) == Self.certificates)
            #expect(file.format == .pkcs7 && file.kind == .aggregate)
            let ours = try ExportedFile.bytes(
                Self.certificates.map { .certificate($0) }, .pkcs7, armoured: form == "PEM")
            let told = try bench.need([
                "pkcs7", "-inform", form, "-in", try bench.file(ours), "-print_certs",
            ])
            #expect(try ImportedFile.read(told).items.map(\.certificate) == Self.certificates)
            #expect(try ImportedFile.read(ours).items.map(\.certificate) == Self.certificates)
        }
        let der = try bench.need(["crl2pkcs7", "-nocrl", "-certfile", path, "-outform", "DER"])
        let loose = Loose.encoding(of: try DERElement(only: der[...]), pieces: 100)
        #expect(try ImportedFile.read(loose).items.map(\.certificate) == Self.certificates)
    }

    @Test func aSignedMessageIsABundleToo() throws {
        let pair = SamplePair.rsa
        let signed = try bench.need([
            "cms", "-sign", "-binary", "-in", try bench.file(pattern(10)), "-signer",
            try bench.file(ExportedFile.bytes([.certificate(pair.certificate)], armoured: true)),
            "-inkey", try bench.file(ExportedFile.bytes([.key(pair.key)], armoured: true)),
            "-outform", "DER",
        ])
        #expect(try ImportedFile.read(signed).items.map(\.certificate) == [pair.certificate])
    }

    @Test func junkAroundBlocksIsSkipped() throws {
        let text = try pem
        let blocks = text.split(separator: "-----END CERTIFICATE-----\n").map {
            $0 + "-----END CERTIFICATE-----\n"
        }
        let junk = [
            "Bag Attributes\n    friendlyName: Example\nsubject=CN = x\n" + blocks[0]
                + "- between -\n-----\n" + blocks[1] + "after\n",
            "\u{FEFF}" + blocks[0] + blocks[1],
            text.replacing("\n", with: "\r\n"),
            text.replacing("\n", with: "\r"),
            text.replacing("\n", with: "\n   "),
            "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n" + text,
            text + "-----BEGIN DH PARAMETERS-----\nAAAA\n-----END DH PARAMETERS-----\n",
        ]
        for text in junk {
            let file = try ImportedFile.text(text)
            #expect(file.items.map(\.certificate) == Self.certificates)
            #expect(file.format == .pemSequence && file.kind == .aggregate)
        }
    }

    /// OpenSSL's form with its own trust settings behind the certificate.
    @Test func trustedCertificatesAreRead() throws {
        let pair = SamplePair.ellipticCurve
        let trusted = try bench.need([
            "x509", "-inform", "DER", "-in", try bench.file(pair.certificate.der), "-trustout",
            "-addtrust", "serverAuth", "-setalias", "Alias",
        ])
        #expect(String(decoding: trusted, as: UTF8.self).contains("BEGIN TRUSTED CERTIFICATE"))
        let key = try ExportedFile.bytes([.key(pair.key)], armoured: true)
        for (file, count) in [(trusted, 1), (trusted + key, 2)] {
            let items = try ImportedFile.read(file).items
            #expect(items.count == count && items[0].certificate == pair.certificate)
        }
    }

    /// The last line of a block of PGP isn't base64.
    @Test func foreignBlocksAreNotDecoded() throws {
        let foreign = """
            -----BEGIN PGP PUBLIC KEY BLOCK-----
            Comment: example

            mDMEAAAA
            =nUj0
            -----END PGP PUBLIC KEY BLOCK-----

            """
        #expect(
            try ImportedFile.text(try pem + foreign).items.map(\.certificate)
                == Self.certificates)
        #expect(code { _ = try ImportedFile.text(foreign) } == .unknownFormat)
    }

    /// As a text editor or `echo` leaves them.
    @Test func lineEndsBehindDERAreSkipped() throws {
        let certificate = Self.certificates[1]
        for end in ["\n", "\r\n", "\n\n"] {
            let file = try ImportedFile.read(certificate.der + Array(end.utf8))
            #expect(file.items.map(\.certificate) == [certificate])
        }
    }

    @Test func aCertificateThatNamesPEMIsACertificate() throws {
        let subject = "/CN=\n-----BEGIN CERTIFICATE-----"
        let der = try CertificateRecipe { $0.subject = subject }.make()
        #expect(der.firstRange(of: Array("\n-----BEGIN".utf8)) != nil)
        #expect(try ImportedFile.read(der).items.first?.certificate?.der == der)
    }

    @Test func brokenBlocksAreRefused() throws {
        let text = try pem
        let broken = [
            String(text.dropLast(30)), text.replacing("END CERTIFICATE", with: "END X"),
            text.replacing("-----END CERTIFICATE-----\n", with: ""),
            text.replacing("\n-----END", with: "!\n-----END"),
            text.replacing("\n-----END", with: "A\n-----END"),
            text.replacing("\n-----END", with: "=AAA\n-----END"),
            text.replacing("BEGIN CERTIFICATE-----", with: "BEGIN CERTIFICATE"),
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        ]
        for text in broken { #expect(code { _ = try ImportedFile.text(text) } == .malformed) }
        for text in ["-----BEGIN DH PARAMETERS-----\nAAAA\n-----END DH PARAMETERS-----\n"] {
            #expect(code { _ = try ImportedFile.text(text) } == .unknownFormat)
        }
    }

    @Test func base64HasOneForm() throws {
        for count in 0..<70 {
            let bytes = pattern(count)
            var text: [UInt8] = []
            bytes.withUnsafeBytes { bytes in Base64.encode(bytes) { text.append($0) } }
            #expect(text.count == Base64.encodedCount(count))
            let back = try text.lending { text throws(PKIError) in
                try Base64.decodeText(text[...])
            }
            #expect(back.copied == bytes)
        }
        for text in ["A", "AA", "AAA", "AB==", "AAB=", "=", "====", "A===", "AA=A", "AA==AA=="] {
            let octets = Array(text.utf8)
            #expect(throws: PKIError.self, "\(text)") {
                try octets.lending { text throws(PKIError) in
                    _ = try Base64.decodeText(text[...])
                }
            }
        }
    }

    @Test func itemsThatDoNotFitAreRefused() {
        let both: [ImportedItem.Value] = Self.certificates.map { .certificate($0) }
        #expect(code { _ = try ExportedFile.bytes(both, .certificate) } == .invalidArgument)
        #expect(code { _ = try ExportedFile.bytes(both, .openSSL) } == .invalidArgument)
        #expect(
            code { _ = try ExportedFile.bytes([.key(SampleKeys.p256)], .pkcs7) } == .invalidArgument
        )
        #expect(code { _ = try ExportedFile.bytes([]) } == .invalidArgument)
    }
}
