import SwiftKeychain
import SwiftKeychainModel

/// Says which items a dictionary means: what the store can look for, what only a parsed certificate
/// answers, and the objects in memory that stand for stored items.
package struct ItemSearch: Sendable {
    /// The query, without what has to be looked up for it.
    package let query: Query
    /// What is asked of certificates, identities and keys beside their attributes.
    package let match: CertificateMatch?
    /// The object of `kSecValueRef`; nil where it is a reference to something stored.
    private let object: ItemObject?
    /// The item that references name, beside the object; nil: they name none.
    private let named: [PersistentReference]?
    /// The item lists; an item must be in all of them.
    let lists: [[ItemReference]]
    /// Nothing is searched but the items of the last list, stored or not.
    let isConfined: Bool

    init(
        _ query: Query, match: CertificateMatch?, object: ItemObject?,
        named: [PersistentReference]?, lists: [[ItemReference]], isConfined: Bool
    ) {
        self.match = match
        self.object = object
        self.named = named
        self.lists = lists
        self.isConfined = isConfined
        self.query =
            lists.isEmpty
            ? query
            : query.naming(
                query.references, itemList: Self.common(lists.map { $0.compactMap(\.reference) }))
    }

    /// Tells that what stands in a list has to be looked for.
    var hasObjectsInLists: Bool {
        lists.contains { $0.contains { $0.reference == nil } }
    }

    /// The classes of the items that can be found.
    var classes: Set<ItemClass> {
        if let itemClass = query.itemClass { return [itemClass] }
        return Set(lists.joined().compactMap(\.itemClass))
    }

    /// Gives a part of the search with everything looked up that a keychain stores.
    ///
    /// - Parameter part: ``query``, or that with what is left of its limit.
    /// - Throws: as ``Keychain/find(_:returning:)``, but for `itemNotFound`.
    func located(_ part: Query, in keychain: Keychain) throws(KeychainError) -> Query {
        try located(part, try stored(in: keychain), in: keychain)
    }

    /// The same, of lists that were looked up before.
    func located(
        _ part: Query, _ stored: [StoredList], in keychain: Keychain
    ) throws(KeychainError) -> Query {
        var references = part.references
        if let object {
            let found = try object.references(in: keychain)
            references = named.map { named in found.filter(named.contains) } ?? found
        }
        let isListed = part.itemList != nil
        if object == nil, !isListed { return part }
        return part.naming(
            references,
            itemList: isListed ? Self.common(stored.map { $0.flatMap { $0 } }) : nil)
    }

    /// Holds what each element of a list is stored as in one keychain.
    typealias StoredList = [[PersistentReference]]

    /// Looks for the elements of the lists.
    func stored(in keychain: Keychain) throws(KeychainError) -> [StoredList] {
        var found: [StoredList] = []
        for list in lists {
            var stored: StoredList = []
            for element in list {
                if let reference = element.reference {
                    stored.append([reference])
                } else {
                    stored.append(try element.object?.references(in: keychain) ?? [])
                }
            }
            found.append(stored)
        }
        return found
    }

    /// What all lists have in common, in the order of the first.
    private static func common(_ lists: [[PersistentReference]]) -> [PersistentReference] {
        guard let first = lists.first else { return [] }
        let others = lists.dropFirst().map(Set.init)
        return first.filter { reference in others.allSatisfy { $0.contains(reference) } }
    }
}

extension ItemSearch {
    /// Finds items in one keychain; see ``Keychain/find(_:matching:returning:)``.
    func find(
        _ part: Query, in location: KeychainLocation, returning parts: Item.Parts
    ) throws(KeychainError) -> [Item] {
        let keychain = Keychain(location)
        return try keychain.find(
            try located(part, in: keychain), matching: match, returning: parts)
    }

    /// Changes items in one keychain; see ``Keychain/update(_:_:matching:)``.
    func update(
        _ part: Query, _ change: Change, in location: KeychainLocation
    ) throws(KeychainError) -> Int {
        let keychain = Keychain(location)
        return try keychain.update(try located(part, in: keychain), change, matching: match)
    }

    /// Deletes items in one keychain; see ``Keychain/delete(_:matching:)``.
    func delete(_ part: Query, in location: KeychainLocation) throws(KeychainError) -> Int {
        let keychain = Keychain(location)
        return try keychain.delete(try located(part, in: keychain), matching: match)
    }
}

extension Keychain {
    /// Uses the keychain at a location.
    package init(_ location: KeychainLocation) {
        switch location {
        case .standard: self = .login
        case .file(let path): self.init(path: path)
        // It fails as it did before, and says why.
        case .unknown: self = .default
        }
    }
}
