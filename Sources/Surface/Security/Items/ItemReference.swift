// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// A reference to a stored item, or to the item that an object in memory may be stored as.
final class ItemReference: Sendable {
    /// The stored item; nil where it has to be looked up by the object.
    let reference: PersistentReference?
    /// The certificate, key or identity that was given; nil for a reference to a stored item.
    let object: ItemObject?
    /// The keychain of the item; nil when the reference doesn't name one.
    let keychain: Keychain?

    /// Reads a reference object, the value of `key`.
    ///
    /// - Throws: `parameter` for anything but a reference to an item, a certificate, a key or an
    ///   identity.
    convenience init(object given: AnyObject, key: String) throws(KeychainError) {
        if let item = given as? SecKeychainItem {
            self.init(item.reference, nil, item.keychain)
        } else if let object = ItemObject(given) {
            var stored: StoredKey?
            if case .key(let key) = object { stored = key.stored }
            self.init(stored?.item.reference, object, stored?.keychain)
        } else {
            throw KeychainError(.parameter, "\(key): not a reference to an item")
        }
    }

    /// Reads a persistent reference in its external form, the value of `key`.
    ///
    /// - Throws: `parameter` for anything but 20 bytes of data that begin with a class. The 12-byte
    ///   form with a row number and the form of a token (`tkpr`) are not supported.
    convenience init(external object: AnyObject, key: String) throws(KeychainError) {
        guard let data = object as? NSData, data.length == 20,
            let bytes = CFValue(data).bytes, let reference = PersistentReference(bytes: bytes)
        else { throw KeychainError(.parameter, "\(key): not a persistent reference") }
        self.init(reference, nil, nil)
    }

    private init(
        _ reference: PersistentReference?, _ object: ItemObject?, _ keychain: Keychain?
    ) {
        self.reference = reference
        self.object = object
        self.keychain = keychain
    }

    /// The class of the item.
    var itemClass: ItemClass? { reference?.itemClass ?? object?.itemClass }

    /// Reads a list of references and persistent references, the value of `key`; a single one
    /// counts as a list of one.
    static func list(_ object: AnyObject, key: String) throws(KeychainError) -> [ItemReference] {
        try CFValue.list(object, or: KeychainError(.parameter, "\(key): a null pointer")) {
            element throws(KeychainError) in
            element is NSData
                ? try ItemReference(external: element, key: key)
                : try ItemReference(object: element, key: key)
        }
    }
}
