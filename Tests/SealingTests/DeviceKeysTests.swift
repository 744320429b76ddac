// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing
import VectorSupport

@testable import SwiftKeychainSealing

@Suite struct DeviceKeysTests {
    private let secret = SecretBytes(copying: (0..<32).map { UInt8($0) })

    private func keys(_ count: Int) throws -> DeviceKeys {
        var keys = DeviceKeys(try DeviceKey.generate())
        for _ in 1..<count { keys = try keys.renewed() }
        return keys
    }

    private func identifiers(_ keys: DeviceKeys?) -> [[UInt8]] {
        keys.map { ([$0.current] + $0.earlier).map(\.identifier) } ?? []
    }

    @Test(arguments: [1, 2, 9]) func textHoldsEveryKeyInOrder(count: Int) throws {
        let keys = try keys(count)
        let again = try DeviceKeys(text: keys.text)
        #expect(identifiers(again) == identifiers(keys))
        #expect(Set(identifiers(keys)).count == count)
        for identifier in identifiers(keys) {
            #expect(again.key(identifier)?.identifier == identifier)
        }
        #expect(again.key([UInt8](repeating: 0, count: 16)) == nil)
    }

    @Test func onlyWholeLinesAreKeys() throws {
        let text = try keys(2).text.withBytes { Array($0) }
        func changed(_ digit: Unicode.Scalar) -> [UInt8] {
            var changed = text
            changed[22] = UInt8(ascii: digit)
            return changed
        }
        let bad: [[UInt8]] = [
            [], Array(text.dropLast()), text + [10], Array(text.dropFirst()),
            changed("G"), changed("A"),
        ]
        for bytes in bad {
            #expect { try DeviceKeys(text: SecretBytes(copying: bytes)) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
    }

    @Test func joinedKeysAreEachThereOnce() throws {
        let (old, other) = (try keys(2), try keys(1))
        let new = try old.renewed()
        #expect(old.areContained(in: new))
        #expect(!new.areContained(in: old))
        #expect(identifiers(new.joined(with: old)) == identifiers(new))
        #expect(identifiers(new.joined(with: other)) == identifiers(new) + identifiers(other))
        #expect(identifiers(old.joined(with: nil)) == identifiers(old))
    }

    @Test func recordOpensWithItsSecretAlone() throws {
        let keys = try keys(3)
        let record = DeviceKeyRecord(keys, sealed: [1, 2, 3], under: secret)
        let again = try DeviceKeyRecord(record.encoded)
        #expect(again.sealed == [1, 2, 3])
        #expect(again.identifier == record.identifier)
        #expect(identifiers(try again.open(secret)) == identifiers(keys))
        #expect(try again.open(SecretBytes(count: 32) { _ in }) == nil)
        #expect(try again.open(SecretBytes(count: 31) { _ in }) == nil)
        #expect(DeviceKeyRecord(keys, under: secret).identifier != record.identifier)
    }

    @Test func recordOfACodeNamesTheRecordOfItsKeys() throws {
        let keys = try keys(1)
        let (record, other) = (
            DeviceKeyRecord(keys, under: secret), DeviceKeyRecord(keys, under: secret)
        )
        let code = DeviceKeyRecord(keys, sealed: record.identifier, under: secret)
        #expect(code.isPaired(with: record) && !code.isPaired(with: other))
        #expect(!DeviceKeyRecord(keys, under: secret).isPaired(with: record))
    }

    @Test func changedRecordDoesNotOpen() throws {
        let bytes = DeviceKeyRecord(try keys(1), sealed: [1, 2, 3], under: secret).encoded
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 1
            do throws(KeychainError) {
                #expect(try DeviceKeyRecord(changed).open(secret) == nil, "byte \(position)")
            } catch {
                #expect(error.code == .notAvailable)
            }
        }
        for count in bytes.indices {
            #expect { try DeviceKeyRecord(Array(bytes.prefix(count))) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
    }

    @Test func newerRecordIsNamed() throws {
        var bytes = DeviceKeyRecord(try keys(1), under: secret).encoded
        let version = 1 + 2 + "swift-keychain device key".utf8.count
        #expect(bytes[version] == 1)
        bytes[version] = 2
        let error = #expect(throws: KeychainError.self) { try DeviceKeyRecord(bytes) }
        #expect(error?.detail.contains("format 2") == true, "\(error as Any)")
    }
}

@Suite struct RecoveryCodeTests {
    private func text(_ code: RecoveryCode) -> String {
        code.text.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func bytes(_ typed: String) throws -> [UInt8] {
        try RecoveryCode(typed: SecretBytes(copying: typed.utf8)).secret.withBytes { Array($0) }
    }

    @Test func isReadAsItIsWritten() throws {
        for _ in 0..<50 {
            let code = RecoveryCode.generate()
            let text = text(code)
            #expect(text.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}/) != nil)
            let secret = code.secret.withBytes { Array($0) }
            #expect(secret.suffix(12).allSatisfy { $0 == 0 })
            #expect(try bytes(text) == secret)
            #expect(try bytes(text.lowercased().replacing("-", with: " ") + "\n") == secret)
            #expect(try bytes(text.replacing("-", with: "")) == secret)
        }
        #expect(text(.generate()) != text(.generate()))
    }

    @Test func characterIsFiveBits() throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        let text = String(repeating: "0", count: 31)
        #expect(try bytes("0" + text) == zeros)
        #expect(try bytes(text + "1") == Array(zeros.prefix(19)) + [1] + zeros.prefix(12))
        #expect(try bytes("Z" + text) == [0xf8] + zeros.dropFirst())
        #expect(try bytes("0Z" + text.dropLast()) == [0x07, 0xc0] + zeros.dropFirst(2))
    }

    @Test func lettersLikeDigitsAreMeantAsThose() throws {
        let rest = String(repeating: "0", count: 29)
        #expect(try bytes("OIL" + rest) == bytes("011" + rest))
        #expect(try bytes("oil" + rest) == bytes("011" + rest))
    }

    @Test(arguments: ["", "1", "U", "é", "=", "\0"]) func otherTextIsRefused(extra: String) {
        let whole = String(repeating: "0", count: 32)
        let short = String(repeating: "0", count: extra == "1" || extra.isEmpty ? 30 : 31)
        for typed in [short + extra, extra.isEmpty ? "" : whole + extra] {
            #expect { try bytes(typed) } throws: {
                KeychainError.Code.authenticationFailed ~= $0
            }
        }
    }
}
