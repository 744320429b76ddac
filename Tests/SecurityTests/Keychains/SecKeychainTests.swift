// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// References to keychain files choose where a call works.
@Suite struct SecKeychainTests {
    private let test = TestKeychain()

    private var query: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"]
    }

    private func keychain(_ path: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        try #require(SecKeychainOpen(path, &keychain) == errSecSuccess)
        return try #require(keychain)
    }

    @Test func aFileOfItsOwnHoldsItemsOfItsOwn() throws {
        let other = Keychain(
            location: Location(
                directory: test.home.path + "/keychains", fileName: "other.keychain-db",
                deviceKeyPath: test.home.deviceKeyPath))
        try other.add(.password(service: "t"))
        try Keychain.$override.withValue(test.keychain) {
            var inOther = query
            inOther[kSecUseKeychain] = try keychain("other.keychain-db")
            #expect(SecItemAdd(inOther as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecItemNotFound)
            var listed = query
            listed[kSecMatchSearchList] = [
                try keychain(test.keychain.path), try keychain("other.keychain-db"),
            ]
            #expect(SecItemAdd(query as CFDictionary, nil) == errSecSuccess)
            listed[kSecMatchLimit] = kSecMatchLimitAll
            listed[kSecReturnPersistentRef] = true
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(listed as CFDictionary, &result) == errSecSuccess)
            #expect((result as? [Data])?.count == 2)
        }
    }

    @Test func aFileThatIsMissingIsNotMade() throws {
        try Keychain.$override.withValue(test.keychain) {
            var missing = query
            missing[kSecUseKeychain] = try keychain(test.home.path + "/none.keychain-db")
            #expect(SecItemAdd(missing as CFDictionary, nil) == errSecNoSuchKeychain)
        }
        #expect(!FileManager.default.fileExists(atPath: test.home.path + "/none.keychain-db"))
    }

    /// References are equal when the bytes of their paths are; the user's own keychain is the same
    /// by every name.
    @Test func equalReferences() throws {
        try Keychain.$override.withValue(test.keychain) { () throws in
            #expect(try keychain("/a/b.db") == keychain("/a/b.db"))
            #expect(try keychain("/a/\u{e9}.db") != keychain("/a/e\u{301}.db"))
            let login = SecKeychain(.login)
            for name in ["login", "login.keychain", "login.keychain-db"] {
                #expect(try keychain(name) == login)
            }
            #expect(try keychain(test.keychain.path) == login)
            #expect(try keychain(test.keychain.path).hash == login.hash)
            #expect(try keychain("other.keychain-db") != login)
        }
    }

    /// `X` and `X-db` name one file, also where a program made it under the other name.
    @Test func namesWithAndWithoutTheSuffix() throws {
        try Keychain.$override.withValue(test.keychain) { () throws in
            _ = try Keychain.create(path: "work.keychain-db")
            #expect(try keychain("work.keychain") == keychain("work.keychain-db"))
            let path = test.home.path + "/build.keychain"
            _ = try Keychain.create(path: path)
            #expect(try keychain(path + "-db") == keychain(path))
            #expect { try Keychain.create(path: path + "-db") } throws: {
                KeychainError.Code.duplicateKeychain ~= $0
            }
        }
    }

    @Test func pathOfTheDefaultKeychain() {
        Keychain.$override.withValue(test.keychain) {
            var keychain: SecKeychain?
            #expect(SecKeychainCopyDefault(&keychain) == errSecSuccess)
            var length: UInt32 = 4
            var buffer = [CChar](repeating: 0, count: 1024)
            #expect(SecKeychainGetPath(keychain, &length, &buffer) == errSecBufferTooSmall)
            length = 1024
            #expect(SecKeychainGetPath(keychain, &length, &buffer) == errSecSuccess)
            let path = buffer.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
            #expect(path == Array(test.home.databasePath.utf8))
            #expect(length == UInt32(test.home.databasePath.utf8.count))
        }
    }

    @Test func anEmptyPathIsRefused() {
        var keychain: SecKeychain?
        #expect(SecKeychainOpen("", &keychain) == errSecParam)
        #expect(keychain == nil)
    }
}
