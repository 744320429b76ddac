// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

extension TestKeychain {
    /// Runs `body` where this keychain is the user's.
    func here(_ body: () throws -> Void) rethrows {
        try Keychain.$override.withValue(keychain, operation: body)
    }
}

/// Makes a keychain file without a password.
func secondKeychain() throws -> SecKeychain {
    var keychain: SecKeychain?
    try #require(SecKeychainCreate("second", 0, nil, false, nil, &keychain) == errSecSuccess)
    return try #require(keychain)
}

func isUnlocked(_ keychain: SecKeychain?) -> Bool {
    var status: SecKeychainStatus = 0
    #expect(SecKeychainGetStatus(keychain, &status) == errSecSuccess)
    return status & kSecUnlockStateStatus != 0
}

/// Makes an access control of an item that is accessible always, with these conditions.
func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, flags, nil))
}
