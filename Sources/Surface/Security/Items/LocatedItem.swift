// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// An item together with its keychain.
package final class LocatedItem: Sendable {
    package let item: Item
    /// The keychain of the item.
    package let keychain: Keychain
    /// The object of the caller that the item was made of; nil for a stored item.
    let object: ItemObject?

    package init(_ item: Item, in keychain: Keychain) {
        (self.item, self.keychain, object) = (item, keychain, nil)
    }

    /// Makes an item of an object that is stored nowhere, to be matched and returned like stored
    /// ones.
    ///
    /// - Throws: `parameter` for an object that can't be stored.
    init(unstored object: ItemObject) throws(KeychainError) {
        (item, keychain, self.object) = (try object.unstoredItem(), .login, object)
    }
}
