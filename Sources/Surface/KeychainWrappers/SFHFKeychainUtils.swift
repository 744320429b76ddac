// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Passwords by user name and service.
public enum SFHFKeychainUtils {
    /// Returns the password of a user; nil when none is stored.
    ///
    /// - Throws: ``WrapperError`` when it cannot be read: locked, denied, damaged;
    ///   `errSecDataNotAvailable` when the stored bytes are not UTF-8 text.
    public static func getPassword(
        forUsername username: String, serviceName: String
    ) throws -> String? {
        let query = identity(of: username, serviceName)
        guard let secret = try GenericPassword.secret(of: query) else { return nil }
        guard let password = SecretText.read(secret) else {
            throw WrapperError(status: errSecDataNotAvailable)
        }
        return password
    }

    /// Stores the password of a user, labelled with the service.
    ///
    /// - Parameter updateExisting: replaces a password that is there already.
    /// - Throws: ``WrapperError``; `errSecDuplicateItem` when there is one already and it is not to
    ///   be replaced.
    public static func storeUsername(
        _ username: String, password: String, serviceName: String, updateExisting: Bool
    ) throws {
        let identity = identity(of: username, serviceName)
        let bytes = SecretText.bytes(of: password)
        defer { SecretText.wipe(bytes) }
        var item = identity
        item[kSecAttrLabel] = serviceName
        item[kSecValueData] = bytes
        if updateExisting {
            try GenericPassword.store([kSecValueData: bytes], in: identity, orAdd: item)
        } else {
            try WrapperError.check(SecItemAdd(item as CFDictionary, nil))
        }
    }

    /// Deletes the password of a user.
    ///
    /// - Throws: ``WrapperError``; `errSecItemNotFound` when none is stored.
    public static func deleteItem(forUsername username: String, serviceName: String) throws {
        try WrapperError.check(
            SecItemDelete(identity(of: username, serviceName) as CFDictionary))
    }

    private static func identity(of username: String, _ service: String) -> Attributes {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: username,
            kSecAttrService: service,
        ]
    }
}
