import SwiftKeychain
import SwiftKeychainModel

// Lists that name items by objects: each is looked for in every keychain, and where the search is
// confined to the list, those that are stored nowhere count too.
extension CopyRequest {
    /// Finds the items of lists, in the order of the first one.
    ///
    /// - Throws: as ``items()``.
    func listedItems() throws(KeychainError) -> [LocatedItem] {
        guard let first = search.lists.first else { return [] }
        var places: [LocatedPlace: Int] = [:]
        var isStored = Array(repeating: false, count: first.count)
        var found: [(place: Int, item: LocatedItem)] = []
        for location in locations {
            let keychain = Keychain(location)
            let stored = try search.stored(in: keychain)
            for (place, references) in stored[0].enumerated() {
                isStored[place] = isStored[place] || !references.isEmpty
                for reference in references {
                    let key = LocatedPlace(reference: reference, location: location)
                    places[key] = min(places[key] ?? place, place)
                }
            }
            let query = try search.located(query, stored, in: keychain).with(limit: .all)
            for item in try Self.existing({ () throws(KeychainError) in
                try keychain.find(query, matching: search.match, returning: shape.itemParts)
            }) {
                let key = LocatedPlace(reference: item.reference, location: location)
                found.append((places[key] ?? .max, LocatedItem(item, in: location)))
            }
        }
        if search.isConfined, search.lists.count == 1 {
            for (place, element) in first.enumerated() where !isStored[place] {
                if let object = element.object, let item = try unstored(object) {
                    found.append((place, item))
                }
            }
        }
        if found.isEmpty { throw KeychainError(.itemNotFound, "query: no item of the list") }
        return limited(found.sorted { $0.place < $1.place }.map(\.item))
    }

    private struct LocatedPlace: Hashable {
        let reference: PersistentReference
        let location: KeychainLocation
    }

    /// Gives an object that is stored nowhere as an item, when it meets the search.
    private func unstored(_ object: ItemObject) throws(KeychainError) -> LocatedItem? {
        // A key whose item is gone cannot be shown any more.
        if case .key(let key) = object, key.stored != nil { return nil }
        let item = try LocatedItem(unstored: object)
        guard query.references == nil, query.naming(nil, itemList: nil).matches(item.item) else {
            return nil
        }
        if let match = search.match,
            try !Keychain(locations.first ?? .standard).meets(item.item, match)
        {
            return nil
        }
        if shape.parts.contains(.data) { try item.item.checkReading() }
        return item
    }

    private static func existing(
        _ find: () throws(KeychainError) -> [Item]
    ) throws(KeychainError) -> [Item] {
        do throws(KeychainError) { return try find() } catch {
            if error.code == .itemNotFound { return [] }
            throw error
        }
    }
}
