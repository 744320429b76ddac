// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import securitycli

@Suite struct FormatTests {
    /// Returns what `body` prints.
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
