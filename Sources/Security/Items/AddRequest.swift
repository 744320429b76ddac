import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Holds what a dictionary given to SecItemAdd asks for.
package struct AddRequest: Sendable {
    /// Holds what is to be stored, all or nothing: groups of one item, or of the certificate and
    /// the key of an identity.
    package let groups: [[NewItem]]
    package let shape: ResultShape
    package let location: KeychainLocation
    /// How a password is asked for that becomes part of an item's key.
    package let asking: Authentication
    /// What keys that are given take along.
    private let carried: CarriedContext

    /// Reads the dictionary of what to add.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary`` and
    ///   ``NewItem``. A key that is stored is fetched, which throws as ``StoredKey/secret()``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .add)
        if let list = read.use.itemList {
            groups = try read.groups(of: list)
        } else if let reference = read.reference {
            groups = [try read.group(of: reference)]
        } else {
            groups = [[try read.newItem()]]
        }
        // Nothing is given where nothing is asked for, not even an empty array.
        let isArray = read.use.itemList != nil && !read.returned.isEmpty
        shape = ResultShape(read.returned, isArray: isArray)
        location = read.use.keychain ?? .forNewItems
        asking = read.use.asking
        carried = read.use.carried
    }

    /// The first item to be stored.
    package var item: NewItem { groups[0][0] }

    /// Stores everything, or nothing, and gives what the result is made of.
    ///
    /// - Throws: as ``Keychain/add(groups:)``; `keyIsSensitive` where the data of a key is to be
    ///   returned that does not leave in clear.
    package func add() throws(KeychainError) -> [LocatedItem] {
        if shape.parts.contains(.data) {
            // Of an identity the data is its certificate.
            for group in groups where group.count == 1 { try group[0].checkReading() }
        }
        let stored = try Keychain(location).add(groups: groups, asking: asking)
        var items: [LocatedItem] = []
        for group in stored {
            let item = group.count == 2 ? Item(identity: group[0], group[1]) : group[0]
            let located = LocatedItem(item, in: location)
            items.append(
                shape.parts.contains(.reference) ? try located.withObject(carried) : located)
        }
        return items
    }
}
