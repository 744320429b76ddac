// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

/// The SQL of a search and its parameters.
struct SelectStatement {
    let query: StoreQuery
    let layout: TableLayout
    private let shape: SelectShape
    private let groups: [String]?
    private let references: [[UInt8]]?

    /// Makes the SQL of a query. Lists are padded to a few lengths, so that few different statements have to be
    /// compiled and kept.
    init(_ query: StoreQuery, _ layout: TableLayout, lead: Int?) {
        self.query = query
        self.layout = layout
        groups = if case .some(let list) = query.groups { Self.padded(list) } else { nil }
        references = query.persistentReferences.map(Self.padded)
        shape = SelectShape(
            itemClass: query.itemClass, groups: groups?.count,
            hasProtection: query.protection != nil, hasSynchronizable: query.synchronizable != nil,
            hasTombstone: query.tombstone != nil, references: references?.count,
            hasPrimaryKey: query.primaryKey != nil,
            digests: query.digests.reduce(0) { $0 | 1 << UInt64($1.column) }, lead: lead)
    }

    /// Repeats the last element up to a power of two: lists of many lengths share a statement.
    private static func padded<T>(_ list: [T]) -> [T] {
        var count = 1
        while count < list.count { count *= 2 }
        if count == list.count { return list }
        return list + Array(repeating: list[list.count - 1], count: count - list.count)
    }

    /// Returns the statement, which is kept unless its lists have an unusual length.
    func statement(in database: Database) throws(KeychainError) -> Statement {
        let isRepeated = shape.digests.nonzeroBitCount != query.digests.count
        if (groups?.count ?? 0) > 64 || (references?.count ?? 0) > 64 || isRepeated {
            return try database.statement(once: sql)
        }
        return try database.statement(.select(shape), sql)
    }

    private var sql: String {
        let index = shape.lead.map { " INDEXED BY " + layout.indexName($0) } ?? ""
        return """
            SELECT \(layout.selectList) FROM \(layout.table)\(index) \
            WHERE \((["rowid>?"] + conditions).joined(separator: " AND ")) ORDER BY rowid LIMIT ?
            """
    }

    /// The SQL for the rowid of each row and whether it meets the conditions, without an index. Bind
    /// the conditions with ``bindConditions(to:from:)``, then the first rowid.
    var scanSQL: String {
        let meets = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        return """
            SELECT rowid, \(meets) FROM \(layout.table) NOT INDEXED WHERE rowid>=? ORDER BY rowid
            """
    }

    private var conditions: [String] {
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
        if let groups { conditions.append(isOneOf("agrp", groups.count, leads: false)) }
        if query.protection != nil { conditions.append(equals("pdmn")) }
        if query.synchronizable != nil { conditions.append(equals("sync")) }
        if query.tombstone != nil { conditions.append(equals("tomb")) }
        return conditions
    }

    /// Binds every parameter, in the order of ``sql``.
    func bind(to statement: borrowing Statement, after rowid: Int64, limit: Int)
        throws(KeychainError)
    {
        try statement.bind(1, rowid)
        try statement.bind(try bindConditions(to: statement, from: 2), Int64(limit))
    }

    /// Binds the conditions, and returns the number of the next parameter.
    func bindConditions(to statement: borrowing Statement, from first: Int) throws(KeychainError)
        -> Int
    {
        var index = first
        func next() -> Int {
            defer { index += 1 }
            return index
        }
        if let key = query.primaryKey { try statement.bind(next(), key) }
        for reference in references ?? [] { try statement.bind(next(), reference) }
        for (_, digest) in query.digests { try statement.bind(next(), digest) }
        for group in groups ?? [] { try statement.bind(next(), group) }
        if let protection = query.protection { try statement.bind(next(), protection) }
        if let value = query.synchronizable { try statement.bind(next(), value ? 1 : 0) }
        if let value = query.tombstone { try statement.bind(next(), value ? 1 : 0) }
        return index
    }
}
