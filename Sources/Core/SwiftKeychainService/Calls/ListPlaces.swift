// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

/// The first place of each item in a list.
struct ListPlaces {
    private let places: [PersistentReference: Int]

    init(_ list: [PersistentReference]) {
        places = Dictionary(zip(list, 0...), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the place of an item; the last for one that isn't in the list.
    subscript(reference: PersistentReference) -> Int { places[reference] ?? .max }

    /// Returns the place of a row, or of the identity whose certificate it has.
    subscript(stored: StoredRow) -> Int {
        guard case .sealed(let row) = stored else { return .max }
        return [row.itemClass, .identity].map {
            self[PersistentReference(itemClass: $0, uuid: row.persistentReference)]
        }.min() ?? .max
    }
}
