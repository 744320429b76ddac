// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Passwords of keychain files: locked, unlocked, changed.
@Suite struct KeychainLockTests {
    private let test = TestKeychain()

    private func made(_ name: String, _ password: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        try #require(
            SecKeychainCreate(
                name, UInt32(password.utf8.count), password, false, nil, &keychain)
                == errSecSuccess)
        return try #require(keychain)
    }

    private func unlock(_ keychain: SecKeychain?, _ password: String) -> OSStatus {
        SecKeychainUnlock(keychain, UInt32(password.utf8.count), password, true)
    }

    @Test func aLockedKeychainOpensNothing() throws {
        try test.here {
            let work = try made("work", "secret")
            defer { SecKeychainDelete(work) }
            #expect(isUnlocked(work))
            #expect(
                SecKeychainAddGenericPassword(work, 1, "s", 1, "a", 1, "x", nil) == errSecSuccess)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(!isUnlocked(work))
            var length: UInt32 = 0
            var data: UnsafeMutableRawPointer?
            func find() -> OSStatus {
                SecKeychainFindGenericPassword(work, 1, "s", 1, "a", &length, &data, nil)
            }
            #expect(find() == errSecInteractionNotAllowed)
            #expect(
                SecKeychainAddGenericPassword(work, 1, "t", 1, "a", 1, "x", nil)
                    == errSecInteractionNotAllowed)
            #expect(data == nil)
            #expect(SecKeychainUnlock(work, 0, nil, false) == errSecInteractionNotAllowed)
            #expect(SecKeychainUnlock(work, 3, nil, true) == errSecParam)
            #expect(unlock(work, "wrong") == errSecAuthFailed)
            #expect(unlock(work, "") == errSecAuthFailed)
            #expect(!isUnlocked(work))
            #expect(unlock(work, "secret") == errSecSuccess)
            #expect(SecKeychainUnlock(work, 0, nil, false) == errSecSuccess)
            #expect(find() == errSecSuccess)
            SecKeychainItemFreeContent(nil, data)
        }
    }

    @Test func aKeyOfALockedKeychainIsNotAbsent() throws {
        try test.here {
            let work = try made("work", "secret")
            defer { SecKeychainDelete(work) }
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            ]
            let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
            let item: [CFString: Any] = [kSecValueRef: key, kSecUseKeychain: work]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let change = [kSecAttrLabel: "new"] as CFDictionary
            for query in [
                [kSecValueRef: key], [kSecMatchItemList: [key]],
            ] as [[CFString: Any]] {
                let query = query as CFDictionary
                #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
                #expect(SecKeychainLock(work) == errSecSuccess)
                #expect(SecItemCopyMatching(query, nil) == errSecInteractionNotAllowed)
                #expect(SecItemUpdate(query, change) == errSecInteractionNotAllowed)
                #expect(SecItemDelete(query) == errSecInteractionNotAllowed)
                #expect(unlock(work, "secret") == errSecSuccess)
            }
        }
    }

    /// An update of items in several keychains finds out that one is locked before it changes any.
    @Test func anUpdateBesideALockedKeychainChangesNothing() throws {
        try test.here {
            let work = try made("work", "secret")
            defer { SecKeychainDelete(work) }
            for keychain in [nil, work] {
                for account in ["a", "b"] {
                    #expect(
                        SecKeychainAddGenericPassword(keychain, 1, "s", 1, account, 1, "x", nil)
                            == errSecSuccess)
                }
            }
            func has(_ label: String, _ keychain: SecKeychain? = nil) -> OSStatus {
                var query: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrLabel: label,
                ]
                if let keychain { query[kSecUseKeychain] = keychain }
                return SecItemCopyMatching(query as CFDictionary, nil)
            }
            func label(_ label: String, _ more: [CFString: Any] = [:]) -> OSStatus {
                let query: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrService: "s",
                ]
                return SecItemUpdate(
                    query.merging(more) { $1 } as CFDictionary,
                    [kSecAttrLabel: label] as CFDictionary)
            }
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(label("all") == errSecInteractionNotAllowed)
            #expect(label("three", [kSecMatchLimit: 3]) == errSecInteractionNotAllowed)
            #expect(unlock(work, "secret") == errSecSuccess)
            #expect(has("all") == errSecItemNotFound && has("three") == errSecItemNotFound)
            // The first keychain has as many as the limit allows.
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(label("two", [kSecMatchLimit: 2]) == errSecSuccess)
            #expect(unlock(work, "secret") == errSecSuccess)
            #expect(has("two") == errSecSuccess && has("two", work) == errSecItemNotFound)
            #expect(label("none", [kSecAttrService: "t"]) == errSecItemNotFound)
            #expect(label("all") == errSecSuccess)
            #expect(has("two") == errSecItemNotFound && has("all", work) == errSecSuccess)
        }
    }

    @Test func allAreLockedAtOnce() throws {
        try test.here {
            let (one, two) = (try made("one", "1"), try made("two", "2"))
            defer { for keychain in [one, two] { SecKeychainDelete(keychain) } }
            #expect(SecKeychainLockAll() == errSecSuccess)
            #expect(!isUnlocked(one) && !isUnlocked(two))
            // The one without a password has nothing that could be locked.
            #expect(isUnlocked(nil))
            #expect(SecKeychainLock(nil) == errSecSuccess)
            #expect(unlock(nil, "any") == errSecSuccess)
            #expect(unlock(two, "1") == errSecAuthFailed)
            #expect(unlock(two, "2") == errSecSuccess)
            #expect(!isUnlocked(one) && isUnlocked(two))
        }
    }

    @Test func anotherPassword() throws {
        try test.here {
            let work = try made("work", "old")
            defer { SecKeychainDelete(work) }
            #expect(SecKeychainChangePassword(work, 5, "wrong", 3, "new") == errSecAuthFailed)
            #expect(SecKeychainChangePassword(work, 3, nil, 3, "new") == errSecParam)
            #expect(SecKeychainChangePassword(work, 3, "old", 3, nil) == errSecParam)
            #expect(SecKeychainChangePassword(work, 3, "old", 3, "new") == errSecSuccess)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(unlock(work, "old") == errSecAuthFailed)
            #expect(unlock(work, "new") == errSecSuccess)
            #expect(SecKeychainChangePassword(work, 3, "new", 0, nil) == errSecSuccess)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(isUnlocked(work))
        }
    }

    @Test func itemsThatNeedAPasswordAreAllowedInAFileThatHasOne() throws {
        try test.here {
            let work = try made("work", "secret")
            defer { SecKeychainDelete(work) }
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "s",
                kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
                kSecValueData: Data([1]),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecAuthFailed)
            item[kSecUseKeychain] = work
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
        }
    }

    @Test func whatIsNoKeychainIsNotLocked() throws {
        try test.here {
            var missing: SecKeychain?
            #expect(SecKeychainOpen("missing", &missing) == errSecSuccess)
            #expect(SecKeychainLock(missing) == errSecNoSuchKeychain)
            #expect(unlock(missing, "x") == errSecNoSuchKeychain)
            #expect(SecKeychainUnlock(missing, 0, nil, false) == errSecNoSuchKeychain)
            #expect(SecKeychainChangePassword(missing, 0, nil, 1, "x") == errSecNoSuchKeychain)
            // One that is too long is refused before anything is made.
            let length = UInt32(Keychain.longestPasscode + 1)
            let long = [UInt8](repeating: 0x61, count: Int(length))
            var keychain: SecKeychain?
            #expect(SecKeychainCreate("long", length, long, false, nil, &keychain) == errSecParam)
            let names = try FileManager.default.contentsOfDirectory(atPath: test.home.path)
            #expect(names.isEmpty && keychain == nil)
        }
    }
}
