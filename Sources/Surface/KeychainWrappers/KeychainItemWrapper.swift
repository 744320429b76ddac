// SPDX-License-Identifier: Apache-2.0
import Security

/// A generic password under an identifier, stored whenever one of its values is set.
///
/// The keys are the attributes of generic passwords (`kSecAttrAccount`, `kSecAttrLabel`, …) and
/// `kSecValueData`, the secret, as a `String`. Until the first ``setObject(_:forKey:)`` nothing is
/// stored: account, label, description and secret are "". The item is found by its identifier in
/// `kSecAttrGeneric`; its service is the identifier too unless `kSecAttrService` is set, so that
/// wrappers of different identifiers keep different items.
///
/// A call that fails changes nothing, keeps its status in ``lastStatus``, and writes one line
/// without any value to standard error. The wrapper may be used from several threads.
public final class KeychainItemWrapper: Sendable {
    private let item: WrappedItem

    /// Makes a wrapper of the item with this identifier.
    ///
    /// - Parameter accessGroup: the group of the item; nil for the program's first group for a new
    ///   item and all its groups for finding. It is ignored for an unsigned program.
    public init(identifier: String, accessGroup: String? = nil) {
        item = WrappedItem(
            name: "KeychainItemWrapper", generic: identifier, accessGroup: accessGroup,
            defaults: [
                kSecAttrService: identifier, kSecAttrAccount: "", kSecAttrLabel: "",
                kSecAttrDescription: "", kSecValueData: "",
            ])
    }

    /// Sets and stores one value; nil is ignored, and an unchanged value is not written.
    ///
    /// The secret may be a `String` or bytes. The identifier and a given access group cannot be
    /// changed: `errSecParam`.
    public func setObject(_ object: Any?, forKey key: CFString) {
        item.set(object, forKey: key)
    }

    /// Returns one value; nil when the item has none, or when it cannot be read: see
    /// ``lastStatus``.
    ///
    /// A secret that is not UTF-8 text is returned as bytes.
    public func object(forKey key: CFString) -> Any? {
        item.object(forKey: key)
    }

    /// Deletes the stored item; reads return the defaults again.
    public func resetKeychainItem() {
        item.reset()
    }

    /// A copy of all current values of the item; the secret is a `String`.
    public var keychainItemData: CFDictionary { item.contents }

    /// The query that finds the item.
    public var genericPasswordQuery: CFDictionary { item.query }

    /// The status of the last call: `errSecSuccess`, or the reason it did nothing.
    public var lastStatus: OSStatus { item.lastStatus }
}
