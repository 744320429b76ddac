// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Where a keychain, or what says which one is meant, can't be read, the four calls answer
/// errSecNotAvailable: a keychain that can't be looked at is neither missing nor invalid.
@Suite struct UnreadableKeychainTests {
    private let test = TestKeychain()

    /// The answers of the four calls.
    private func answers(in keychain: SecKeychain? = nil) -> [OSStatus] {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "service",
        ]
        item[kSecUseKeychain] = keychain
        let change = [kSecAttrLabel: "label"] as CFDictionary
        return Keychain.$override.withValue(test.keychain) {
            [
                SecItemAdd(item as CFDictionary, nil),
                SecItemCopyMatching(item as CFDictionary, nil),
                SecItemUpdate(item as CFDictionary, change), SecItemDelete(item as CFDictionary),
            ]
        }
    }

    private let unavailable = [OSStatus](repeating: errSecNotAvailable, count: 4)

    @Test func theSearchList() throws {
        // It lies in the user's own store, of which nothing can be read.
        let folder = test.home.path + "/keychains"
        mkdir(folder, 0o700)
        #expect(mkfifo(test.home.databasePath, 0o600) == 0)
        #expect(answers() == unavailable)
    }

    @Test func aFolder() throws {
        // A link that leads to itself can't be followed, whatever the user's rights.
        let folder = test.home.path + "/folder"
        #expect(symlink(folder, folder) == 0)
        var keychain: SecKeychain?
        Keychain.$override.withValue(test.keychain) {
            #expect(SecKeychainOpen(folder + "/work.keychain", &keychain) == errSecSuccess)
        }
        #expect(keychain != nil && answers(in: keychain) == unavailable)
        // Listed, it is not passed over as a missing one is.
        try Keychain.$override.withValue(test.keychain) {
            try Keychain.setSearchList([Keychain(path: folder + "/work.keychain")])
            let query = [kSecClass: kSecClassGenericPassword] as CFDictionary
            #expect(SecItemCopyMatching(query, nil) == errSecNotAvailable)
        }
    }
}
