// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel

/// An authorised query in the form that the store may see.
struct DigestedQuery: Sendable {
    /// Queries of one table each, whose rows are candidates. Several can be about one table, when more
    /// items are named than one statement takes.
    let storeQueries: [StoreQuery]
    /// The queries of the tables of certificates and keys; nil when no identity can match.
    let identities: Join?
    /// Whether the digests express the whole query, so that a candidate matches without being opened.
    let isExact: Bool
    /// Whether the candidates of one table may come in any order; otherwise the oldest comes first.
    let isInParts: Bool

    /// The two halves of a search for identities.
    struct Join: Sendable {
        let certificates: StoreQuery
        let keys: StoreQuery
        /// The same query in plaintext.
        let halves: (certificate: Query, key: Query)
        /// Whether to start from the keys, because an index finds few keys and no index finds the certificates.
        let keysLead: Bool
    }

    /// The most items named in one statement; SQLite takes up to 32 766 parameters.
    private static let part = 4096

    /// Makes the query of each class that the search can be about. Only an authorised search has groups, so none can be
    /// left out.
    init(_ authorised: Authorised<Query>, keybag: Keybag) {
        let (query, chosen) = (authorised.content, authorised.content.chosen)
        let classes =
            query.itemClass.map { [$0] }
            ?? ItemClass.allCases.filter { itemClass in
                (chosen ?? query.references ?? query.itemList ?? []).contains {
                    $0.itemClass == itemClass
                }
            }
        var storeQueries: [StoreQuery] = []
        var tables = 0
        for itemClass in classes where itemClass.hasTable {
            tables += 1
            Self.append(
                Self.storeQuery(itemClass, query, chosen, authorised.groups, keybag),
                to: &storeQueries)
        }
        self.storeQueries = storeQueries
        isInParts = storeQueries.count > tables
        identities =
            classes.allSatisfy(\.hasTable)
            ? nil : Self.join(query, chosen, authorised.groups, keybag)
        isExact =
            query.comparison.isEmpty && query.hostOrSubdomain == nil
            && query.lookupAttributes == nil
    }

    /// Makes the two queries of a search for identities: for certificates, and for keys with the label that a
    /// certificate gives.
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

    /// Appends a query, in parts if it names more items than one statement takes.
    private static func append(_ query: StoreQuery, to queries: inout [StoreQuery]) {
        guard let references = query.persistentReferences, references.count > part else {
            return queries.append(query)
        }
        for start in stride(from: 0, to: references.count, by: part) {
            queries.append(query.among(Array(references[start...].prefix(part))))
        }
    }

    /// Makes the query of one class: groups and clear columns as they are, and a digest for each condition on an
    /// indexed attribute.
    private static func storeQuery(
        _ itemClass: ItemClass, _ query: Query, _ chosen: [PersistentReference]?,
        _ groups: StoreQuery.Groups, _ keybag: Keybag
    ) -> StoreQuery {
        var synchronizable: Bool?
        if case .only(let flag) = query.synchronizable { synchronizable = flag }
        var wanted = chosen ?? query.references ?? query.itemList
        if chosen != nil || query.references != nil, let list = query.itemList.map(Set.init) {
            wanted = wanted?.filter(list.contains)
        }
        let references = wanted?.filter { $0.itemClass == itemClass }.map(\.uuid)
        var digests: [(column: Int, digest: [UInt8])] = []
        let table = itemClass.attributes
        for (attribute, value) in query.conditions {
            guard let position = table.digestPosition(of: attribute) else { continue }
            // Digests can't be compared insensitively; such rows are opened and compared.
            if !query.comparison.isEmpty, case .string = value { continue }
            digests.append((position, keybag.digest(value, forColumn: position, of: itemClass)))
        }
        return StoreQuery(
            itemClass: itemClass, groups: groups, protection: query.protection?.rawValue,
            synchronizable: synchronizable, tombstone: query.tombstone,
            persistentReferences: references, digests: digests,
            lookup: table.lookupColumns.isEmpty
                ? nil : query.lookupAttributes.map { keybag.lookup($0, in: itemClass) })
    }
}
