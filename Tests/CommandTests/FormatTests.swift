import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import securitycli

@Suite struct FormatTests {
    /// Gives what `body` prints.
    private func printed(_ body: (Output) -> Void) throws -> String {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let descriptor = fileno(file)
        let output = Output(descriptor: descriptor)
        body(output)
        try output.flush()
        let end = lseek(descriptor, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: Int(end))
        pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ([], ""), ([0x61], "\"a\""), ([0x20, 0x7e], "\" ~\""), ([0x00], "0x00 "),
            ([0xff, 0x0a], "0xFF0A "), ([0x61, 0x00], "0x6100  \"a\\000\""),
            ([0x5c], "0x5C "), ([0x61, 0x5c], "0x615C  \"a\\134\""),
            ([0x7f, 0x22], "0x7F22  \"\\177\"\""),
        ] as [([UInt8], String)])
    func buffers(bytes: [UInt8], text: String) throws {
        #expect(try printed { BufferFormat.write(bytes, to: $0) } == text)
    }

    @Test func largeOutputIsWhole() throws {
        let text = String(repeating: "0123456789", count: 20_000)
        #expect(try printed { $0.write(text) } == text)
    }

    @Test(
        arguments: [
            (0.0, "20010101000000Z", "2001-01-01T00:00:00.000Z"),
            (-978_307_200.5, "19691231235959Z", "1969-12-31T23:59:59.500Z"),
            (789_652_800.25, "20260109120000Z", "2026-01-09T12:00:00.250Z"),
            (1e300, "99991231235959Z", "9999-12-31T23:59:59.000Z"),
            (-1e300, "00000101000000Z", "0000-01-01T00:00:00.000Z"),
        ] as [(Double, String, String)])
    func moments(seconds: Double, timedate: String, iso: String) {
        #expect(String(decoding: TimeDate.bytes(seconds), as: UTF8.self) == timedate + "\0")
        #expect(TimeDate.iso8601(seconds) == iso)
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func base64GoesBothWays(text: String) throws {
        let expected = [
            "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==",
            "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy",
        ][text]
        let bytes = Array(text.utf8)
        let written = try printed { output in
            bytes.withUnsafeBytes { Base64.write($0, to: output) }
        }
        #expect(written == expected)
        #expect(Base64.bytes(Array(written.utf8)) == bytes)
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zg==Zg==", "Z===", "====", "Zm 9"])
    func whatIsNotBase64IsRefused(text: String) {
        #expect(Base64.bytes(Array(text.utf8)) == nil)
    }

    @Test func listingsOfCertificatesAndKeysNameTheClassByNumber() throws {
        func listing(_ itemClass: ItemClass, _ stored: [Attribute: AttributeValue]) throws -> String
        {
            let item = Item(
                reference: PersistentReference(
                    itemClass: itemClass, uuid: Array(repeating: 1, count: 16)),
                revision: 1, accessGroup: "g", accessControl: AccessControl(plain: .always),
                synchronizable: false, isTombstone: false, stored: stored)
            return try printed { ItemListing().write(item, of: "/k", to: $0) }
        }
        let certificate = try listing(.certificate, [.certificateType: .number(3)])
        #expect(certificate.hasPrefix("keychain: \"/k\"\nversion: 1\nclass: 0x80001000 \n"))
        #expect(certificate.contains("    \"ctyp\"<uint32>=0x00000003 \n"))
        let key = try listing(.key, [.keyClass: .number(1), .isPermanent: .boolean(true)])
        #expect(key.contains("class: 0x00000010 \n"))
        #expect(key.contains("    0x00000003 <uint32>=0x00000001 \n"))
        #expect(try listing(.key, [.keyClass: .number(0)]).contains("class: 0x0000000F \n"))
    }

    @Test func exitCodesAreTheLowByteAndNeverHideAFailure() {
        for (status, code) in [
            (0, 0), (1, 1), (2, 2), (-25300, 44), (-25299, 45), (-25293, 51), (-25308, 36),
            (-25294, 50), (-128, 128), (-50, 206), (-25291, 53), (-26275, 93), (-25344, 1),
            (-34018, 30),
        ] as [(Int32, Int32)] {
            #expect(Program.exitCode(status) == code, "\(status)")
        }
    }
}
