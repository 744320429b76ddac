// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The generic password of a program that needs only one, with defaults to be replaced.
///
/// The item is found by an empty `kSecAttrGeneric`. Until the first ``mySetObject(_:forKey:)``
/// nothing is stored and reads return the defaults: texts that the program replaces, and "ssssssss"
/// as the secret. Keys, failures and threads are as for ``KeychainItemWrapper``.
public final class KeychainWrapper: Sendable {
    private let item: WrappedItem

    public init() {
        item = WrappedItem(
            name: "KeychainWrapper", generic: NSData(), accessGroup: nil,
            defaults: [
                kSecAttrLabel: "Item label", kSecAttrDescription: "Item description",
                kSecAttrAccount: "Account", kSecAttrService: "Service",
                kSecAttrComment: "Your comment here.", kSecValueData: "ssssssss",
            ])
    }

    /// Sets and stores one value; nil is ignored, and an unchanged value is not written.
    public func mySetObject(_ object: Any?, forKey key: CFString) {
        item.set(object, forKey: key)
    }

    /// Returns one value; nil when the item has none, or when it cannot be read: see
    /// ``lastStatus``.
    public func myObject(forKey key: CFString) -> Any? {
        item.object(forKey: key)
    }

    /// Deletes the stored item; reads return the defaults again.
    public func resetKeychainItem() {
        item.reset()
    }

    /// A copy of all current values of the item; the secret is a `String`.
    public var keychainData: CFDictionary { item.contents }

    /// The query that finds the item, without dates.
    public var genericPasswordQuery: CFDictionary { item.query }

    /// The status of the last call: `errSecSuccess`, or the reason it did nothing.
    public var lastStatus: OSStatus { item.lastStatus }
}
