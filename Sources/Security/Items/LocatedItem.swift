import SwiftKeychain
import SwiftKeychainModel

/// Holds an item together with the keychain it lies in.
package struct LocatedItem: Sendable {
    package let item: Item
    package let location: KeychainLocation
    /// The certificate, key or identity that the item is, once it was made; nil of a password.
    let object: ItemObject?
    /// The item lies in no keychain: the caller holds it.
    let isUnstored: Bool

    package init(_ item: Item, in location: KeychainLocation) {
        self.init(item, in: location, nil, isUnstored: false)
    }

    private init(
        _ item: Item, in location: KeychainLocation, _ object: ItemObject?, isUnstored: Bool
    ) {
        self.item = item
        self.location = location
        self.object = object
        self.isUnstored = isUnstored
    }

    /// Makes an item of an object that is stored nowhere, to be matched and shown as stored ones.
    ///
    /// - Throws: `parameter` for an object that could not be stored.
    init(unstored object: ItemObject) throws(KeychainError) {
        self.init(
            try Item(unstored: object), in: .standard, object, isUnstored: true)
    }

    /// Gives the same with the object that kSecReturnRef asks for.
    ///
    /// - Parameter carried: what each use of a key is made with.
    /// - Throws: `decode` for a stored certificate or key that is none.
    func withObject(_ carried: CarriedContext) throws(KeychainError) -> LocatedItem {
        if object != nil { return self }
        return LocatedItem(
            item, in: location, try ItemObject(stored: item, in: location, carried),
            isUnstored: false)
    }
}
