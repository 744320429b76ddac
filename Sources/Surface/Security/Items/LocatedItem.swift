// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// An item together with its keychain.
package final class LocatedItem: Sendable {
    package let item: Item
    /// The keychain of the item.
    package let keychain: Keychain
    /// The certificate, key or identity object, once it was made; nil for a password.
    let object: ItemObject?
    /// Whether the item is an object of the caller that is in no keychain.
    let isUnstored: Bool

    private init(_ item: Item, in keychain: Keychain, _ object: ItemObject?, isUnstored: Bool) {
        self.item = item
        self.keychain = keychain
        self.object = object
        self.isUnstored = isUnstored
    }

    package convenience init(_ item: Item, in keychain: Keychain) {
        self.init(item, in: keychain, nil, isUnstored: false)
    }

    /// Makes an item of an object that is stored nowhere, to be matched and returned like stored
    /// ones.
    ///
    /// - Throws: `parameter` for an object that can't be stored.
    convenience init(unstored object: ItemObject) throws(KeychainError) {
        self.init(try object.unstoredItem(), in: .login, object, isUnstored: true)
    }

    /// Returns the item with the object that kSecReturnRef asks for.
    ///
    /// - Parameter carried: what each use of a key needs.
    /// - Throws: `decode` for a stored certificate or key that can't be read.
    func withObject(_ carried: CarriedContext?) throws(KeychainError) -> LocatedItem {
        if object != nil { return self }
        let keychain = keychain.referred
        let object = try ItemObject(stored: item, in: keychain, carried)
        return LocatedItem(item, in: keychain, object, isUnstored: false)
    }
}
