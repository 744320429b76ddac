// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import KeychainTestSupport
import Testing

/// The four functions do what their requests say, on a real store.
@Suite struct SecItemTests {
    private func onNewKeychain(_ body: () throws -> Void) rethrows {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain, operation: body)
    }

    private let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
        kSecAttrAccount as String: "me",
    ]

    private func with(_ more: [CFString: Any]) -> CFDictionary {
        var all = query
        for (key, value) in more { all[key as String] = value }
        return all as CFDictionary
    }

    @Test func addFindUpdateDelete() {
        onNewKeychain {
            var result: CFTypeRef?
            #expect(SecItemAdd(with([kSecValueData: Data([1, 2])]), nil) == errSecSuccess)
            #expect(SecItemAdd(with([:]), nil) == errSecDuplicateItem)
            #expect(SecItemCopyMatching(with([kSecReturnData: true]), &result) == errSecSuccess)
            #expect(result as? Data == Data([1, 2]))
            #expect(
                SecItemUpdate(with([:]), [kSecValueData: Data([3])] as CFDictionary)
                    == errSecSuccess)
            #expect(SecItemCopyMatching(with([kSecReturnData: true]), &result) == errSecSuccess)
            #expect(result as? Data == Data([3]))
            #expect(SecItemDelete(with([:])) == errSecSuccess)
            #expect(SecItemDelete(with([:])) == errSecItemNotFound)
        }
    }

    @Test func theResultIsUntouchedByAFailure() {
        onNewKeychain {
            let before = NSObject()
            var result: CFTypeRef? = before
            let all = with([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll])
            #expect(SecItemCopyMatching(all, &result) == errSecItemNotFound)
            #expect(result === before)
            #expect(SecItemAdd(with([kSecMatchLimit: 1]), &result) == errSecParam)
            #expect(result === before)
            #expect(LastError.current?.detail == "kSecMatchLimit: not in an add")
        }
    }

    @Test func whatAddReturnsIsAQuery() throws {
        try onNewKeychain {
            var result: CFTypeRef?
            let add = with([
                kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnPersistentRef: true,
                kSecReturnData: true, kSecValueData: Data([1]),
            ])
            #expect(SecItemAdd(add, &result) == errSecSuccess)
            let added = try #require(result as? [String: Any])
            #expect(added[kSecValueData as String] as? Data == Data([1]))
            #expect(SecItemCopyMatching(added as CFDictionary, nil) == errSecSuccess)
            let reference = try #require(added[kSecValueRef as String])
            #expect(
                SecItemDelete([kSecValueRef: reference] as CFDictionary) == errSecSuccess)
            #expect(SecItemCopyMatching(added as CFDictionary, nil) == errSecItemNotFound)
        }
    }

    @Test func aReturnedDictionaryIsAnUpdate() throws {
        try onNewKeychain {
            var result: CFTypeRef?
            #expect(
                SecItemAdd(with([kSecReturnAttributes: true]), &result) == errSecSuccess)
            var attributes = try #require(result as? [String: Any])
            attributes[kSecAttrLabel as String] = "label"
            #expect(SecItemUpdate(with([:]), attributes as CFDictionary) == errSecSuccess)
            #expect(SecItemCopyMatching(with([kSecAttrLabel: "label"]), nil) == errSecSuccess)
        }
    }

    @Test func aKeychainThatIsNotThere() {
        onNewKeychain {
            let missing = SecKeychain(Keychain(path: "/nonexistent/a.keychain-db"))
            #expect(
                SecItemCopyMatching(with([kSecUseKeychain: missing]), nil) == errSecNoSuchKeychain)
        }
    }
}
