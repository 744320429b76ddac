import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel

/// Turns an authorised query into what the store may see of it.
struct DigestedQuery: Sendable {
    /// What is looked for in one table each; rows that meet it are candidates. Several may be about
    /// one table, where more items are named than one statement takes.
    let storeQueries: [StoreQuery]
    /// What is looked for in the tables of certificates and keys, when identities may match.
    let identities: Join?
    /// The digests say all that the query says: a candidate that cannot be opened is a match.
    let isExact: Bool
    /// The candidates of one table do not come oldest first.
    let isInParts: Bool

    /// Holds the halves of a search for identities.
    struct Join: Sendable {
        let certificates: StoreQuery
        let keys: StoreQuery
        /// The same in plaintext.
        let halves: (certificate: Query, key: Query)
        /// The keys are few and the certificates are not: an index leads to the keys alone.
        let keysLead: Bool
    }

    /// Items named in one statement; SQLite takes up to 32 766 parameters.
    private static let part = 4096

    init(_ authorised: Authorised<Search>, keybag: Keybag) {
        let (query, chosen) = (authorised.request.query, authorised.request.chosen)
        let classes =
            query.itemClass.map { [$0] }
            ?? ItemClass.allCases.filter { itemClass in
                (chosen ?? query.references ?? query.itemList ?? []).contains {
                    $0.itemClass == itemClass
                }
            }
        let tables = classes.filter(\.hasTable).map {
            Self.storeQuery($0, query, chosen, authorised.groups, keybag)
        }
        storeQueries = tables.flatMap(Self.parts)
        isInParts = storeQueries.count > tables.count
        identities =
            classes.allSatisfy(\.hasTable)
            ? nil : Self.join(query, chosen, authorised.groups, keybag)
        isExact = query.comparison.isEmpty && query.hostOrSubdomain == nil
    }

    private static func join(
        _ query: Query, _ chosen: [PersistentReference]?, _ groups: StoreQuery.Groups,
        _ keybag: Keybag
    ) -> Join {
        let halves = (certificate: query.certificateHalf, key: query.keyHalf)
        let certificates = storeQuery(
            .certificate, halves.certificate, chosen.map(Query.certificates), groups, keybag)
        let keys = storeQuery(.key, halves.key, nil, groups, keybag)
        return Join(
            certificates: certificates, keys: keys, halves: halves,
            keysLead: certificates.persistentReferences == nil && !hasIndex(certificates)
                && hasIndex(keys))
    }

    private static func hasIndex(_ query: StoreQuery) -> Bool {
        let columns = query.itemClass.attributes.digestColumns
        return query.digests.contains { columns[$0.column].isIndexed }
    }

    private static func parts(_ query: StoreQuery) -> [StoreQuery] {
        guard let references = query.persistentReferences, references.count > part else {
            return [query]
        }
        return stride(from: 0, to: references.count, by: part).map { start in
            var one = query
            one.persistentReferences = Array(references[start...].prefix(part))
            return one
        }
    }

    private static func storeQuery(
        _ itemClass: ItemClass, _ query: Query, _ chosen: [PersistentReference]?,
        _ groups: StoreQuery.Groups, _ keybag: Keybag
    ) -> StoreQuery {
        var result = StoreQuery(
            itemClass: itemClass, groups: groups,
            protection: query.protection?.rawValue, tombstone: query.tombstone)
        if case .only(let flag) = query.synchronizable { result.synchronizable = flag }
        let lists = [chosen ?? query.references, query.itemList].compactMap { $0 }
        if let first = lists.first {
            let wanted = lists.dropFirst().reduce(first) { left, right in
                let right = Set(right)
                return left.filter(right.contains)
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
