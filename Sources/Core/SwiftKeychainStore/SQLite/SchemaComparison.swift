// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The comparison of a file's `sqlite_schema` with that of a store.
///
/// SQLite evaluates the expressions of an index or a column whenever it changes or checks a row. Whoever can
/// write the file can put any expression there, so a call uses a file only when nothing foreign is evaluated.
struct SchemaComparison {
    /// One row of `sqlite_schema`.
    struct Part {
        /// table, index, view or trigger.
        let kind: String
        let name: String
        /// Nil for the index of a UNIQUE column.
        let sql: String?

        var title: String { "\(kind) \(name)" }
    }

    /// Parts that SQLite may evaluate, and those that have the name of a part of a store but differ from it.
    private(set) var foreign: [Part] = []
    /// Tables, views and triggers that no call uses.
    private(set) var unused: [Part] = []
    /// Indexes over columns, which a newer build may have added.
    private(set) var plainIndexes: [Part] = []
    /// The names of the columns that a newer build added, by table.
    private(set) var addedColumns: [ItemClass: [String]] = [:]
    private(set) var missingTables: [String] = []
    /// Indexes and columns, which a file of an older minor version lacks.
    private(set) var missingParts: [String] = []
    /// Whether the file has no part at all.
    let isEmpty: Bool

    /// Makes the comparison of a schema that differs in nothing.
    init() { isEmpty = false }

    init(_ parts: [Part]) {
        isEmpty = parts.isEmpty
        var expected = Self.expected
        for part in parts {
            guard let statement = expected.removeValue(forKey: part.name) else {
                place(part)
                continue
            }
            if part.sql == statement { continue }
            guard let layout = Self.layouts[part.name], let sql = part.sql,
                let columns = layout.columns(inSQL: sql)
            else {
                foreign.append(part)
                continue
            }
            missingParts += columns.missing.map { "column \($0) of table \(part.name)" }
            if !columns.added.isEmpty { addedColumns[layout.itemClass] = columns.added }
        }
        for (name, statement) in expected {
            switch statement {
            case let sql? where sql.hasPrefix("CREATE TABLE"): missingTables.append("table \(name)")
            default: missingParts.append("index \(name)")
            }
        }
    }

    /// Files a part whose name no part of a store has.
    private mutating func place(_ part: Part) {
        guard let sql = part.sql else {
            // SQLite makes such an index only for a UNIQUE column of its table.
            return unused.append(part)
        }
        if Self.isPlainIndex(sql, name: part.name) {
            plainIndexes.append(part)
        } else if Self.unusedKinds.contains(where: sql.hasPrefix),
            !part.name.hasPrefix("sqlite_")
        {
            unused.append(part)
        } else {
            // SQLite reads tables with statistics whenever it reads the schema.
            foreign.append(part)
        }
    }

    private static let unusedKinds = [
        "CREATE TABLE ", "CREATE VIEW ", "CREATE TRIGGER ", "CREATE VIRTUAL TABLE ",
    ]

    /// Returns whether `sql` is `CREATE INDEX name ON table("column")`, over columns of a table of items, with
    /// at most `WHERE "column" IS NOT NULL`.
    ///
    ///     CREATE INDEX genpacct ON genp("acct")
    ///     CREATE INDEX genpacct ON genp("acct", "svce") WHERE "acct" IS NOT NULL
    private static func isPlainIndex(_ sql: String, name: String) -> Bool {
        let start = "CREATE INDEX \(name) ON "
        guard sql.hasPrefix(start) else { return false }
        let rest = sql.dropFirst(start.count)
        guard let open = rest.firstIndex(of: "("), layouts[String(rest[..<open])] != nil,
            let close = rest.firstIndex(of: ")")
        else { return false }
        func isColumn(_ text: some StringProtocol) -> Bool {
            text.count == 6 && text.hasPrefix("\"") && text.hasSuffix("\"")
                && TableLayout.isAddedName(String(text.dropFirst().dropLast()))
        }
        let columns = rest[rest.index(after: open)..<close].split(
            separator: ",", omittingEmptySubsequences: false)
        let areColumns = columns.allSatisfy { isColumn($0.first == " " ? $0.dropFirst() : $0) }
        let condition = rest[rest.index(after: close)...]
        let (before, after) = (" WHERE ", " IS NOT NULL")
        return areColumns
            && (condition.isEmpty
                || condition.hasPrefix(before) && condition.hasSuffix(after)
                    && isColumn(condition.dropFirst(before.count).dropLast(after.count)))
    }

    private static let layouts = Dictionary(
        uniqueKeysWithValues: ItemClass.stored.map { ($0.rawValue, TableLayout.of($0)) })

    /// The statements of every part of a store, by name; nil for the index of a UNIQUE column.
    private static let expected: [String: String?] = {
        var parts: [String: String?] = ["sqlite_sequence": "CREATE TABLE sqlite_sequence(name,seq)"]
        for table in Schema.recordTables { parts[table.name] = table.sql }
        for layout in layouts.values {
            parts[layout.table] = layout.createTableSQL
            for digest in layout.indexedDigests {
                parts[layout.indexName(digest)] = layout.createIndexSQL(digest)
            }
            for number in 1...layout.columns.count(where: \.isUnique) {
                parts["sqlite_autoindex_\(layout.table)_\(number)"] = .some(nil)
            }
        }
        return parts
    }()
}

extension TableLayout {
    /// Compares the columns in the statement that made a table with those of this layout.
    ///
    /// - Returns: The names of columns that are missing, of those that came after the first version, and of those
    ///   that a newer build added; nil for a statement that no build wrote.
    fileprivate func columns(inSQL sql: String) -> (missing: [String], added: [String])? {
        let (start, end) = ("CREATE TABLE \(table)(", ") STRICT")
        guard sql.hasPrefix(start), sql.hasSuffix(end) else { return nil }
        let found = sql.dropFirst(start.count).dropLast(end.count)
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.first == " " ? String($0.dropFirst()) : String($0) }
        let known = columns.map(\.sql)
        let common = zip(found, known).prefix { $0 == $1 }.count
        guard common >= firstColumnCount else { return nil }
        if common < known.count {
            return found.count == common ? (columns[common...].map(\.name), []) : nil
        }
        var added: [String] = []
        for column in found[common...] {
            let name = String(column.dropFirst().prefix(4))
            guard TableLayout.isAddedName(name), column == "\"\(name)\" BLOB" else { return nil }
            added.append(name)
        }
        return ([], added)
    }
}
