// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// Finds the passwords of a service or server.
    ///
    /// - Parameters:
    ///   - account: the account; nil for any.
    ///   - classes: the classes to look in, one after the other.
    ///   - limit: `.one` for the oldest of the first class that has one, or `.all`.
    /// - Throws: `itemNotFound` if there is none.
    package func passwords(
        of service: AttributeValue, account: AttributeValue?, in classes: [ItemClass],
        limit: Query.Limit = .one, returning parts: Item.Parts
    ) throws(KeychainError) -> [Item] {
        var found: [Item] = []
        for itemClass in classes where itemClass.isPassword {
            var conditions = Query.Conditions.anywhere(
                [itemClass.placeAttribute: service], limit: limit)
            if let account { conditions.attributes[.account] = account }
            found += try findAny(Query(itemClass, conditions), returning: parts)
            if limit == .one, !found.isEmpty { break }
        }
        if found.isEmpty {
            throw KeychainError(.itemNotFound, "no password of this service and account")
        }
        return found
    }
}

/// The items that a text may mean.
///
/// Items are taken one by one, so that a search over a large keychain keeps only those that fit. Once one is equal,
/// those that only contain the text no longer count.
package struct NamedItems {
    private let part: TextPart
    /// The text as an address with a protocol; nil for any other.
    private let address: WebAddress?
    private var equal: [FoundItem] = []
    private var containing: [FoundItem] = []

    package init(named text: String) {
        part = TextPart(text)
        address = WebAddress(text).flatMap { $0.code == nil ? nil : $0 }
    }

    /// The items whose name is the text, or else those whose name contains it.
    package var best: [FoundItem] { equal.isEmpty ? containing : equal }

    /// Whether an item has the text as its name.
    package var isExact: Bool { !equal.isEmpty }

    /// Adds the item if it fits.
    package mutating func take(_ item: Item, of keychain: Keychain) {
        let names = item.names
        let found = FoundItem(item: item, keychain: keychain)
        func isMeant(isWhole: Bool) -> Bool {
            address.map { item.isPassword(of: $0, isWhole: isWhole) } ?? false
        }
        if names.contains(where: part.equals) || isMeant(isWhole: true) {
            equal.append(found)
        } else if equal.isEmpty, names.contains(where: part.isIn) || isMeant(isWhole: false) {
            containing.append(found)
        }
    }
}
