import SwiftKeychain
import SwiftKeychainModel

/// An item together with its keychain.
package struct LocatedItem: Sendable {
    package let item: Item
    package let keychain: Keychain
    /// The certificate, key or identity object, once it was made; nil for a password.
    let object: ItemObject?
    /// True when the item is in no keychain but an object of the caller.
    let isUnstored: Bool

    package init(_ item: Item, in keychain: Keychain) {
        self.init(item, in: keychain, nil, isUnstored: false)
    }

    private init(
        _ item: Item, in keychain: Keychain, _ object: ItemObject?, isUnstored: Bool
    ) {
        self.item = item
        self.keychain = keychain
        self.object = object
        self.isUnstored = isUnstored
    }

    /// Makes an item of an object that is stored nowhere, to be matched and returned like stored
    /// ones.
    ///
    /// - Throws: `parameter` for an object that can't be stored.
    init(unstored object: ItemObject) throws(KeychainError) {
        self.init(
            try Item(unstored: object), in: .login, object, isUnstored: true)
    }

    /// Returns the item with the object that kSecReturnRef asks for.
    ///
    /// - Parameter carried: what each use of a key needs.
    /// - Throws: `decode` for a stored certificate or key that can't be read.
    func withObject(_ carried: CarriedContext) throws(KeychainError) -> LocatedItem {
        if object != nil { return self }
        return LocatedItem(
            item, in: keychain, try ItemObject(stored: item, in: keychain, carried),
            isUnstored: false)
    }
}
