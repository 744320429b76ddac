// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// PKCS#12 to and from the openssl command, modern and old.
@Suite struct PKCS12Tests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private func export(
        _ pair: SamplePair, _ passphrase: String, _ options: [String] = [], more: [Certificate] = []
    ) throws -> [UInt8] {
        let texts =
            try more.map { try pem($0) } + [
                try bench.need(["pkey", "-inform", "DER", "-in", try bench.file(pair.pkcs8)]),
                try pem(pair.certificate),
            ]
        return try bench.need(
            [
                "pkcs12", "-export", "-in", try bench.file(texts.flatMap { $0 }), "-passout",
                "pass:\(passphrase)",
            ] + options)
    }

    private func pem(_ certificate: Certificate) throws -> [UInt8] {
        try ExportedFile.bytes([.certificate(certificate)], armoured: true)
    }

    private func isIdentity(_ item: ImportedItem?, _ pair: SamplePair) -> Bool {
        guard case .identity(let certificate, let key)? = item?.value else { return false }
        return certificate == pair.certificate && key == pair.key
    }

    @Test(arguments: [
        [], ["-legacy"], ["-certpbe", "NONE", "-keypbe", "NONE"], ["-nomac"],
        ["-macalg", "sha512", "-iter", "30000"], ["-macalg", "sha1", "-nomaciter"],
        ["-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-2DES", "-macalg", "sha384"],
        ["-certpbe", "aes-128-cbc", "-keypbe", "aes-192-cbc", "-macalg", "sha224"],
        ["-legacy", "-descert"], ["-legacy", "-certpbe", "PBE-SHA1-RC2-128"],
    ])
    func filesOfOpenSSLAreRead(options: [String]) throws {
        for pair in [SamplePair.rsa, .ellipticCurve] {
            for passphrase in ["secret", "päß wörd 🔑", ""] {
                let bytes = try export(pair, passphrase, ["-name", "Näme"] + options)
                let file = try ImportedFile.read(bytes, passphrase)
                #expect(file.format == .pkcs12 && file.kind == .aggregate)
                #expect(file.items.count == 1)
                #expect(isIdentity(file.items.first, pair))
                #expect(file.items.first?.label == "Näme")
                // The command ties both halves by the hash of the certificate.
                #expect(file.items.first?.keyID == HashFunction.sha1.digest(pair.certificate.der))
                guard !options.contains("NONE") || !options.contains("-nomac") else { continue }
                #expect(code { _ = try ImportedFile.read(bytes, "wrong") } == .wrongPassphrase)
                if !passphrase.isEmpty {
                    #expect(code { _ = try ImportedFile.read(bytes) } == .passphraseRequired)
                } else {
                    #expect(try ImportedFile.read(bytes).items.count == 1)
                }
            }
        }
    }

    /// Without a passphrase GnuTLS derives keys of no bytes at all, OpenSSL of two zero bytes.
    @Test func filesWithoutAPassphraseAreRead() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let file = root.appending(path: "Vectors/Files/null-passphrase.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(lines.count == 3)
        for line in lines {
            let words = line.split(separator: "\t")
            let bytes = [UInt8](try #require(Data(base64Encoded: String(words[1]))))
            for passphrase in [nil, ""] {
                let item = try ImportedFile.read(bytes, passphrase).items.first
                guard case .identity(let certificate, let key)? = item?.value else {
                    Issue.record("no identity: \(words[0])")
                    continue
                }
                #expect(certificate.belongs(to: key))
            }
            #expect(code { _ = try ImportedFile.read(bytes, "wrong") } == .wrongPassphrase)
        }
    }

    /// Without salt and passphrase there is nothing to derive a key from.
    @Test func aCodeWithoutSaltNeedsAPassphrase() throws {
        let bytes = try export(.ellipticCurve, "secret")
        let code = try #require(try DERElement(only: bytes[...]).children().last)
        let salt = try code.children()[1].encoding
        let bare = Loose.encoding(of: try DERElement(only: bytes[...])) {
            $0 == salt ? [4, 0] : nil
        }
        #expect(bare.count < bytes.count)
        #expect(PKITests.code { _ = try ImportedFile.read(bare) } == .passphraseRequired)
        for passphrase in ["", "secret"] {
            #expect(
                PKITests.code { _ = try ImportedFile.read(bare, passphrase) } == .wrongPassphrase)
        }
    }

    @Test func openSSLReadsOurs() throws {
        let stranger = try Certificate(der: CertificateRecipe().make())
        for passphrase in ["secret", "päß wörd 🔑"] {
            let bytes = try ExportedFile.write(
                [
                    ImportedItem(
                        .identity(SamplePair.rsa.certificate, SamplePair.rsa.key), label: "Ünö"),
                    ImportedItem(
                        .identity(
                            SamplePair.ellipticCurve.certificate, SamplePair.ellipticCurve.key),
                        label: "Two", keyID: [1, 2, 3]),
                    ImportedItem(.certificate(stranger)),
                ], as: .pkcs12, passphrase: Passphrase(passphrase)
            ).copied
            let path = try bench.file(bytes)
            let read = ["pkcs12", "-in", path, "-passin", "pass:\(passphrase)", "-nodes"]
            let text = try ImportedFile.read(try bench.need(read))
            let keys = [SamplePair.rsa.key, SamplePair.ellipticCurve.key]
            #expect(Set(text.items.compactMap(\.key)) == Set(keys))
            #expect(
                text.items.compactMap(\.certificate)
                    == [
                        SamplePair.rsa.certificate, SamplePair.ellipticCurve.certificate, stranger,
                    ])
            let words = String(decoding: try bench.need(read), as: UTF8.self)
            #expect(words.contains("friendlyName: Two") && words.contains("localKeyID: 01 02 03"))
            #expect(
                try bench.run("openssl", ["pkcs12", "-in", path, "-passin", "pass:no", "-noout"])
                    == nil)

            let again = try ImportedFile.read(bytes, passphrase)
            #expect(again.items.count == 3)
            #expect(isIdentity(again.items[0], SamplePair.rsa))
            #expect(isIdentity(again.items[1], SamplePair.ellipticCurve))
            #expect(again.items.map(\.label) == ["Ünö", "Two", nil])
            #expect(again.items[1].keyID == [1, 2, 3])
            #expect(again.items[2].certificate == stranger)
        }
    }

    @Test func bothHalvesOfAnIdentityKeepTheirLabels() throws {
        let pair = SamplePair.ellipticCurve
        let identity = ImportedItem(
            .identity(pair.certificate, pair.key), label: "Key", certificateLabel: "Certificate",
            keyID: nil)
        let file = try ExportedFile.write([identity], as: .pkcs12, passphrase: Passphrase("secret"))
        let item = try #require(try ImportedFile.read(file.copied, "secret").items.first)
        #expect(item.label == "Key" && item.certificateLabel == "Certificate")
    }

    @Test func keysAndCertificatesThatDoNotBelongStayApart() throws {
        let bytes = try ExportedFile.bytes(
            [.certificate(SamplePair.rsa.certificate), .key(SamplePair.ellipticCurve.key)],
            .pkcs12, "secret")
        let items = try ImportedFile.read(bytes, "secret").items
        #expect(items.map(\.certificate) == [SamplePair.rsa.certificate, nil])
        #expect(items.map(\.key) == [nil, SamplePair.ellipticCurve.key])
    }

    @Test func eachKeyTakesTheFirstCertificateThatIsLeft() throws {
        let (own, key) = (SamplePair.ellipticCurve.certificate, SamplePair.ellipticCurve.key)
        // The same point, said to be on P-521.
        let p384: [UInt8] = [6, 5, 0x2B, 0x81, 4, 0, 0x22]
        let der = Loose.encoding(of: try DERElement(only: own.der[...])) {
            $0 == p384[...] ? Array(p384.dropLast()) + [0x23] : nil
        }
        let other = try Certificate(der: der)
        let bytes = try ExportedFile.bytes(
            [.certificate(other), .certificate(own), .key(key), .key(key)], .pkcs12, "secret")
        let items = try ImportedFile.read(bytes, "secret").items
        #expect(items.map(\.certificate) == [own, other, nil])
        #expect(items.map(\.key) == [key, nil, key])
    }

    @Test func moreCertificatesFollowTheIdentity() throws {
        let others = try (0..<3).map { number in
            try Certificate(
                der: CertificateRecipe { $0.subject = "/CN=Other \(number)" }.make())
        }
        let bytes = try export(.rsa, "secret", more: others)
        let items = try ImportedFile.read(bytes, "secret").items
        #expect(isIdentity(items.first, .rsa))
        #expect(Set(items.dropFirst().compactMap(\.certificate)) == Set(others))
    }

    @Test func armourIsReadAndWritten() throws {
        let item = ImportedItem.Value.identity(SamplePair.rsa.certificate, SamplePair.rsa.key)
        let text = try ExportedFile.bytes([item], .pkcs12, armoured: true, "secret")
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("-----BEGIN PKCS12-----\n"))
        let file = try ImportedFile.read(text, "secret")
        #expect(file.format == .pkcs12 && isIdentity(file.items.first, .rsa))
    }

    @Test func publicAndSymmetricKeysAreRefused() throws {
        let values: [ImportedItem.Value] = [
            .key(try SampleKeys.p256.publicKey()), .symmetricKey(.init(copying: pattern(16))),
        ]
        for value in values {
            #expect(code { _ = try ExportedFile.bytes([value], .pkcs12, "p") } == .invalidArgument)
        }
    }

    @Test func indefiniteLengthsAndPiecesAreRead() throws {
        let bytes = try export(.rsa, "secret", ["-legacy", "-name", "Old"])
        let loose = Loose.encoding(of: try DERElement(only: bytes[...]), pieces: 100)
        #expect(loose[1] == 0x80)
        let file = try ImportedFile.read(loose, "secret")
        #expect(isIdentity(file.items.first, .rsa))
        for count in 0..<loose.count where count % 7 == 0 {
            #expect(throws: PKIError.self) {
                try ImportedFile.read(Array(loose.prefix(count)), "secret")
            }
        }
    }

    @Test func aFileThatAsksForMinutesIsRefused() throws {
        let bytes = try export(.rsa, "secret", ["-iter", "2000"])
        let (few, many): ([UInt8], [UInt8]) = ([2, 2, 0x07, 0xD0], [2, 2, 0x7F, 0xFF])
        #expect(bytes.firstRange(of: few) != nil)
        // Three bytes more in the number: the lengths around it are written anew.
        let element = try DERElement(only: bytes[...])
        let hostile = Loose.encoding(of: element) { child in
            child == few[...] ? [2, 4, 0x7F, 0xFF, 0xFF, 0xFF] : nil
        }
        #expect(code { _ = try ImportedFile.read(hostile, "secret") } == .unsupportedFormat)
        let other = Loose.encoding(of: element) { $0 == few[...] ? many : nil }
        #expect(code { _ = try ImportedFile.read(other, "secret") } == .wrongPassphrase)
    }

    @Test func whatIsNoPKCS12IsRefused() throws {
        let signed = element(0x30, [2, 1, 3] + element(0x30, hex("06092a864886f70d010702")))
        #expect(code { _ = try ImportedFile.read(signed, "p") } == .unsupportedFormat)
        let empty = element(0x30, [2, 1, 3] + element(0x30, []))
        #expect(code { _ = try ImportedFile.read(empty, "p") } == .malformed)
        #expect(code { _ = try ImportedFile.read(hex("3003020103"), "p") } == .unknownFormat)
    }
}

/// Writes DER anew, looser or changed.
enum Loose {
    /// Writes constructed elements with indefinite lengths, and octet strings in pieces.
    static func encoding(of element: DERElement, pieces: Int) -> [UInt8] {
        if element.tag.isConstructed {
            let content = try! element.children().flatMap { encoding(of: $0, pieces: pieces) }
            return [element.tag.rawValue, 0x80] + content + [0, 0]
        }
        // A ciphertext has a tag of its own.
        let isCiphertext = element.tag == .primitive(0)
        guard element.tag == .octetString || isCiphertext, element.content.count > pieces else {
            return Array(element.encoding)
        }
        var content: [UInt8] = []
        var rest = element.content
        while !rest.isEmpty {
            content += DER.element(.octetString, rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return [isCiphertext ? 0xA0 : 0x24, 0x80] + content + [0, 0]
    }

    /// Writes it with some elements replaced, also inside octet strings that hold a sequence.
    static func encoding(
        of element: DERElement, _ replacement: (ArraySlice<UInt8>) -> [UInt8]?
    ) -> [UInt8] {
        if let other = replacement(element.encoding) { return other }
        if element.tag.isConstructed {
            let content = try! element.children().flatMap { encoding(of: $0, replacement) }
            return DER.element(element.tag, content)
        }
        if element.tag == .octetString, let inside = try? DERElement(only: element.content),
            inside.tag == .sequence
        {
            return DER.element(element.tag, encoding(of: inside, replacement))
        }
        return Array(element.encoding)
    }
}
