// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

/// The SQL of a search and its parameters.
struct SelectStatement {
    let query: StoreQuery
    let layout: TableLayout
    private(set) var shape: SelectShape
    private let groups: [String]?
    private let references: [[UInt8]]?

    /// Makes the SQL of a query. Lists are padded to a few lengths, so that few different statements have to be
    /// compiled and kept.
    ///
    /// - Parameters:
    ///   - lead: the digest column whose index is used; nil for none.
    ///   - lookupLead: the position of the lookup attribute whose indexes are used, if `lead` is nil.
    ///   - isOrdered: whether SQLite puts the rows in their order, for which it makes a table.
    ///   - isOutline: whether to read the columns of a ``RowOutline`` alone.
    init(
        _ query: StoreQuery, _ layout: TableLayout, lead: Int?, lookupLead: Int? = nil,
        isOrdered: Bool = true, isOutline: Bool = false
    ) {
        self.query = query
        self.layout = layout
        groups = if case .some(let list) = query.groups { Self.padded(list) } else { nil }
        references = query.persistentReferences.map(Self.padded)
        var digests: UInt64 = 0
        for (column, _) in query.digests { digests |= 1 << UInt64(column) }
        shape = SelectShape(
            itemClass: query.itemClass, groups: groups?.count,
            hasProtection: query.protection != nil, hasSynchronizable: query.synchronizable != nil,
            hasTombstone: query.tombstone != nil, references: references?.count,
            hasPrimaryKey: query.primaryKey != nil, digests: digests, lead: lead,
            lookups: query.lookup?.digests.count, lookupLead: lookupLead, isOrdered: isOrdered,
            isOutline: isOutline)
    }

    /// Repeats the last element up to a power of two: lists of many lengths share a statement.
    private static func padded<T>(_ list: [T]) -> [T] {
        var count = 1
        while count < list.count { count *= 2 }
        if count == list.count { return list }
        return list + Array(repeating: list[list.count - 1], count: count - list.count)
    }

    /// The same search, with the rows put in their order by SQLite.
    var ordered: SelectStatement {
        var ordered = self
        ordered.shape.isOrdered = true
        return ordered
    }

    /// Returns the statement with all its parameters, in the order of ``sql``. It is kept unless its lists have an
    /// unusual length.
    func statement(
        in database: Database, after rowid: Int64, limit: Int
    ) throws(KeychainError) -> Statement {
        // A shape has one bit for each column, so it can't express two values for one column.
        let isRepeated = shape.digests.nonzeroBitCount != query.digests.count
        let isUnusual =
            (groups?.count ?? 0) > 64 || (references?.count ?? 0) > 64 || isRepeated
            || (query.lookup?.digests.count ?? 0) > 4
        var statement =
            if isUnusual {
                try database.statement(once: sql)
            } else {
                try database.statement(.select(shape), sql)
            }
        try statement.bind(rowid)
        try bindConditions(to: &statement)
        try statement.bind(Int64(limit))
        return statement
    }

    /// The statement, for two digests and two groups:
    ///
    ///     SELECT "rowid",… FROM genp INDEXED BY genpacct
    ///         WHERE rowid>? AND "acct"=? AND +"svce"=? AND +"agrp" IN (?,?) ORDER BY rowid LIMIT ?
    private var sql: String {
        let index = shape.lead.map { " INDEXED BY " + layout.indexName($0) } ?? ""
        // The plus keeps SQLite from following the rowids where it could use the indexes of a lookup attribute.
        let start = shape.lookupLead == nil ? "rowid>?" : "+rowid>?"
        let columns = shape.isOutline ? layout.outlineList : layout.selectList
        let order = shape.isOrdered ? " ORDER BY rowid" : ""
        return """
            SELECT \(columns) FROM \(layout.table)\(index) \
            WHERE \(([start] + conditions(after: 1)).joined(separator: " AND "))\(order) LIMIT ?
            """
    }

    /// The SQL for the rowid of each row and whether it meets the conditions, without an index. Bind
    /// the conditions with ``bindConditions(to:)``, then the first rowid.
    var scanSQL: String {
        let conditions = conditions(after: 0)
        let meets = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        return """
            SELECT rowid, \(meets) FROM \(layout.table) NOT INDEXED WHERE rowid>=? ORDER BY rowid
            """
    }

    /// - Parameter count: how many parameters come before those of the conditions.
    private func conditions(after count: Int) -> [String] {
        var conditions: [String] = []
        // A plus keeps SQLite from choosing that column's index.
        func equals(_ name: String, leads: Bool = false) -> String {
            (leads ? "" : "+") + "\"\(name)\"=?"
        }
        func isOneOf(_ name: String, _ count: Int, leads: Bool) -> String {
            (leads ? "" : "+") + "\"\(name)\" IN ("
                + Array(repeating: "?", count: count).joined(separator: ",") + ")"
        }
        let keyLeads = query.primaryKey != nil
        let referencesLead = !keyLeads && references != nil
        if keyLeads { conditions.append(equals("pkey", leads: true)) }
        if let references {
            conditions.append(isOneOf("persistref", references.count, leads: referencesLead))
        }
        for (column, _) in query.digests {
            conditions.append(equals(layout.digestNames[column], leads: column == shape.lead))
        }
        let wanted = query.lookup?.digests.count ?? 0
        let first = count + (keyLeads ? 1 : 0) + (references?.count ?? 0) + query.digests.count + 1
        for position in 0..<wanted {
            // For `? IN` some columns, SQLite would make a table.
            let plus = position == shape.lookupLead ? "" : "+"
            var any = layout.lookupNames.map { "\(plus)\"\($0)\"=?\(first + position)" }
            any += layout.lookupNames.suffix(1).map { "\(plus)\"\($0)\"=?\(first + wanted)" }
            conditions.append("(\(any.joined(separator: " OR ")))")
        }
        if let groups { conditions.append(isOneOf("agrp", groups.count, leads: false)) }
        if query.protection != nil { conditions.append(equals("pdmn")) }
        if query.synchronizable != nil { conditions.append(equals("sync")) }
        if query.tombstone != nil { conditions.append(equals("tomb")) }
        return conditions
    }

    /// Binds the parameters of the conditions.
    func bindConditions(to statement: inout Statement) throws(KeychainError) {
        if let key = query.primaryKey { try statement.bind(key) }
        for reference in references ?? [] { try statement.bind(reference) }
        for (_, digest) in query.digests { try statement.bind(digest) }
        if let lookup = query.lookup {
            for digest in lookup.digests { try statement.bind(digest) }
            if !lookup.digests.isEmpty { try statement.bind(lookup.overflow) }
        }
        for group in groups ?? [] { try statement.bind(group) }
        if let protection = query.protection { try statement.bind(protection) }
        if let value = query.synchronizable { try statement.bind(value ? 1 : 0) }
        if let value = query.tombstone { try statement.bind(value ? 1 : 0) }
    }
}

/// The properties of a search that its SQL depends on.
struct SelectShape: Hashable {
    var itemClass: ItemClass
    /// The number of groups in the query; nil for any group.
    var groups: Int?
    var hasProtection: Bool
    var hasSynchronizable: Bool
    var hasTombstone: Bool
    /// The number of persistent references in the query; nil for any item.
    var references: Int?
    var hasPrimaryKey: Bool
    /// One bit per digest column that is compared.
    var digests: UInt64
    /// The digest column whose index is used; nil for none.
    var lead: Int?
    /// The number of lookup attributes in the query; nil for any item.
    var lookups: Int?
    /// The lookup attribute whose indexes are used; nil for none.
    var lookupLead: Int?
    /// Whether SQLite orders the rows.
    var isOrdered: Bool
    /// Whether the columns of a ``RowOutline`` are read alone.
    var isOutline: Bool

    /// Hashes the properties that differ most.
    func hash(into hasher: inout Hasher) {
        hasher.combine(itemClass)
        hasher.combine(digests)
    }
}
