// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Testing

@testable import SwiftKeychainPKI

/// Files that are cut short, too large, not minimal, or of something else.
@Suite struct BadFileTests {
    /// Holds a file of every binary format.
    private static let files: [(name: String, bytes: [UInt8])] = {
        let pair = SamplePair.ellipticCurve
        func make(_ value: ImportedItem.Value, _ format: FileFormat, _ passphrase: String? = nil)
            -> [UInt8]
        { try! ExportedFile.bytes([value], format, passphrase) }
        return [
            ("certificate", make(.certificate(pair.certificate), .certificate)),
            ("bundle", make(.certificate(pair.certificate), .pkcs7)),
            ("RSA private key", make(.key(SampleKeys.rsa1024), .openSSL)),
            ("RSA public key", make(.key(try! SampleKeys.rsa1024.publicKey()), .bsafe)),
            ("SEC 1", make(.key(pair.key), .openSSL)), ("PKCS#8", make(.key(pair.key), .bsafe)),
            ("public key", make(.key(try! pair.key.publicKey()), .openSSL)),
        ]
    }()

    @Test func everyPrefixIsRefused() throws {
        for (name, bytes) in Self.files {
            #expect(try ImportedFile.read(bytes).items.count == 1)
            for count in 0..<bytes.count {
                let failure = code { _ = try ImportedFile.read(Array(bytes.prefix(count))) }
                #expect(
                    failure == (count == 0 ? .unknownFormat : .malformed), "\(name), \(count) bytes"
                )
            }
            #expect {
                try ImportedFile.read(bytes + [0])
            } throws: {
                ($0 as? PKIError)?.description
                    == "malformed: file: cut short, or bytes follow its end"
            }
        }
    }

    @Test func longerLengthsAreRefused() throws {
        for (name, bytes) in Self.files {
            let element = try DERElement(only: bytes[...])
            let size = element.content.count
            let padded =
                [0x30, 0x83, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + Array(element.content)
            #expect(code { _ = try ImportedFile.read(padded) } == .malformed, "\(name)")
        }
    }

    @Test func encryptedFilesAreRefusedWhenCutShort() throws {
        let pair = SamplePair.ellipticCurve
        for format in [FileFormat.pkcs12, .wrappedPKCS8] {
            let bytes = try ExportedFile.bytes([.key(pair.key)], format, "p")
            for count in 1..<bytes.count {
                let failure = code { _ = try ImportedFile.read(Array(bytes.prefix(count)), "p") }
                #expect(failure == .malformed, "\(format), \(count) bytes")
            }
        }
    }

    @Test func bytesOfNothingAreTold() {
        let some = pattern(100)
        #expect(code { _ = try ImportedFile.read(some) } == .unknownFormat)
        #expect(code { _ = try ImportedFile.read([]) } == .unknownFormat)
        for hint in [ImportedFile.Hint(format: .pkcs12), .init(name: "me.p12"), .init(name: "cer")]
        {
            #expect(code { _ = try ImportedFile.read(some, hint: hint) } == .malformed)
        }
        #expect(
            code { _ = try ImportedFile.read(some, hint: .init(name: "x.txt")) } == .unknownFormat)
        #expect(code { _ = try ImportedFile.read([], hint: .init(format: .rawKey)) } == .malformed)
    }

    /// The outermost elements of a list of revoked certificates and of a request are those of a certificate.
    @Test func wholeFilesOfOtherKindsAreUnknown() throws {
        let bench = try Workbench()
        let request = try bench.need([
            "req", "-new", "-key", try bench.file(SampleKeys.p256.der), "-keyform", "DER", "-subj",
            "/CN=Request", "-outform", "DER",
        ])
        let algorithm = element(0x30, hex("06082a8648ce3d040302"))
        let list = algorithm + element(0x30, []) + element(0x17, Array("260101000000Z".utf8))
        let lists = [list, [2, 1, 1] + list].map {
            element(0x30, element(0x30, $0) + algorithm + [3, 1, 0])
        }
        let responseWithoutContent = hex("30030a0106")
        for file in lists + [request, responseWithoutContent] {
            #expect(code { _ = try ImportedFile.read(file) } == .unknownFormat)
            #expect(
                code { _ = try ImportedFile.read(file, hint: .init(name: "a.cer")) } == .malformed)
            #expect(code { _ = try ImportedFile.read(Array(file.dropLast())) } == .malformed)
        }
    }

    @Test func aFileOfMoreThanSixteenMebibytesIsRefused() {
        let large = [UInt8](repeating: 0x30, count: PKILimits.fileBytes + 1)
        #expect(code { _ = try ImportedFile.read(large) } == .invalidArgument)
    }

    @Test func hostileScryptIsRefused() throws {
        let bench = try Workbench()
        let key = try bench.file(SampleKeys.p256.der)
        let bytes = try bench.need([
            "pkcs8", "-topk8", "-in", key, "-inform", "DER", "-outform", "DER", "-passout",
            "pass:p", "-scrypt",
        ])
        // 2^14 becomes 2^20, which needs 1 GiB.
        let hostile = Loose.encoding(of: try DERElement(only: bytes[...])) {
            $0 == [2, 2, 0x40, 0][...] ? [2, 3, 0x10, 0, 0] : nil
        }
        #expect(hostile.count == bytes.count + 1)
        #expect(code { _ = try ImportedFile.read(hostile, "p") } == .unsupportedFormat)
    }

    @Test func nestingHasAnEnd() {
        var deep: [UInt8] = []
        for _ in 0..<2000 { deep += [0x30, 0x80, 0x06, 0x00] }
        #expect(code { _ = try ImportedFile.read([0x30, 0x80, 0x06, 0x00] + deep) } == .malformed)
        let wide =
            [0x30, 0x80]
            + [UInt8](repeating: 0x02, count: 1_100_000).enumerated().map {
                $0.offset % 2 == 0 ? $0.element : 0
            }
        #expect(code { _ = try ImportedFile.read(wide) } == .malformed)
    }
}
