import KeychainCrypto
import KeychainModel

/// Turns an authorised query into what the store may see of it.
struct DigestedQuery: Sendable {
    /// One per class; rows that meet it are candidates.
    let storeQueries: [StoreQuery]
    /// The digests say all that the query says: a candidate that cannot be opened is a match.
    let isExact: Bool

    init(_ authorised: Authorised<Query>, keybag: Keybag) {
        let query = authorised.request
        let classes =
            query.itemClass.map { [$0] }
            ?? ItemClass.stored.filter { itemClass in
                (query.references ?? query.itemList ?? []).contains { $0.itemClass == itemClass }
            }
        storeQueries = classes.map { Self.storeQuery($0, authorised, keybag) }
        isExact = query.comparison.isEmpty && query.hostOrSubdomain == nil
    }

    private static func storeQuery(
        _ itemClass: ItemClass, _ authorised: Authorised<Query>, _ keybag: Keybag
    ) -> StoreQuery {
        let query = authorised.request
        var result = StoreQuery(
            itemClass: itemClass, groups: authorised.groups,
            protection: query.protection?.rawValue, tombstone: query.tombstone)
        if case .only(let flag) = query.synchronizable { result.synchronizable = flag }
        let lists = [query.references, query.itemList].compactMap { $0 }
        if let first = lists.first {
            let wanted = lists.dropFirst().reduce(first) { left, right in
                left.filter { right.contains($0) }
            }
            result.persistentReferences = wanted.filter { $0.itemClass == itemClass }.map(\.uuid)
        }
        for (attribute, value) in query.conditions {
            guard let description = itemClass.attributes[attribute],
                let position = itemClass.attributes.digestPosition(of: attribute)
            else { continue }
            // A digest knows no insensitive comparison; such rows are opened and compared.
            if !query.comparison.isEmpty, case .string = value { continue }
            result.digests.append((position, keybag.digest(value, of: description)))
        }
        return result
    }
}
