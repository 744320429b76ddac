// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The columns of the table of a class, derived from its attributes.
package final class TableLayout: Sendable {
    /// The content of a column.
    package enum Role: Sendable, Hashable {
        case rowid, accessGroup, protection, synchronizable, tombstone
        /// A position in ``AttributeTable/digestColumns``.
        case digest(Int)
        case persistentReference, revision, primaryKey, metadataBox, secretBox, format
        /// A position in ``added``.
        case added(Int)
    }

    /// One column of a table of items.
    package struct Column: Sendable {
        package let name: String
        package let role: Role
        /// Type and constraints, as in CREATE TABLE.
        let declaration: String
        /// Whether the column came after the first version of the tables.
        let isAdded: Bool

        /// The column in the statement that makes the table.
        var sql: String { "\"\(name)\" \(declaration)" }
        var isUnique: Bool { declaration.hasSuffix(" UNIQUE") }
    }

    /// The highest rowid that a store assigns. Damage can produce any rowid, and after the highest
    /// possible one SQLite can't assign another.
    package static let highestRowid: Int64 = 1 << 48

    package let itemClass: ItemClass
    /// The columns in the order of the table: added ones come last.
    package let columns: [Column]
    /// The number of columns in the first version.
    package var firstColumnCount: Int { columns.count { !$0.isAdded } }
    /// The names of columns that a newer build added: digests that this build doesn't know.
    package let added: [String]
    /// The names of the digest columns, in the order of ``AttributeTable/digestColumns``.
    package let digestNames: [String]
    /// The digest columns that have an index.
    package let indexedDigests: [Int]
    /// The digest columns of which few items of a class usually share a value.
    let selectiveDigests: [Int]
    /// The columns with digests of lookup attributes.
    let lookupNames: [String]
    /// The columns in the order in which rows are read and written: see ``StoreReader``.
    package let selectList: String
    /// The columns of a ``RowOutline``, in the order of its properties.
    let outlineList: String

    package var table: String { itemClass.rawValue }

    /// The SQL that reads one row by its rowid.
    package var rawRowSQL: String { "SELECT \(selectList) FROM \(table) WHERE rowid=?" }

    package func indexName(_ digest: Int) -> String { table + digestNames[digest] }

    /// The SQL that makes the table, as SQLite records it.
    var createTableSQL: String {
        "CREATE TABLE \(table)(\(columns.map(\.sql).joined(separator: ", "))) STRICT"
    }

    /// Returns the SQL that makes an index, as SQLite records it.
    package func createIndexSQL(_ digest: Int) -> String {
        let column = "\"\(digestNames[digest])\""
        // Most rows have nothing in a column that was added later.
        let isPartial = itemClass.attributes.digestColumns[digest].since > 0
        return "CREATE INDEX \(indexName(digest)) ON \(table)(\(column))"
            + (isPartial ? " WHERE \(column) IS NOT NULL" : "")
    }

    /// Returns the layout of a class that has a table.
    package static func of(_ itemClass: ItemClass) -> TableLayout {
        switch itemClass {
        case .genericPassword: genericPassword
        case .internetPassword: internetPassword
        case .certificate: certificate
        case .key: key
        case .identity: preconditionFailure("identities have no table")
        }
    }

    // Each is made at its first use: most programs that run once use one.
    private static let genericPassword = TableLayout(.genericPassword)
    private static let internetPassword = TableLayout(.internetPassword)
    private static let certificate = TableLayout(.certificate)
    private static let key = TableLayout(.key)

    /// Makes the layout of a class: the fixed columns, a digest for each searchable attribute, and columns that a newer
    /// build added.
    private init(_ itemClass: ItemClass, added: [String] = []) {
        self.itemClass = itemClass
        self.added = added
        let attributes = itemClass.attributes
        var columns: [Column] = []
        func add(_ name: String, _ role: Role, _ declaration: String, isAdded: Bool = false) {
            columns.append(
                Column(name: name, role: role, declaration: declaration, isAdded: isAdded))
        }
        add("rowid", .rowid, "INTEGER PRIMARY KEY AUTOINCREMENT")
        for description in attributes.descriptions where description.since == 0 {
            let attribute = description.attribute
            let name = attribute.rawValue
            switch (description.storage, attribute) {
            case (.box, _): break
            case (.digest, _): add(name, .digest(attributes.digestPosition(of: attribute)!), "BLOB")
            case (.clear, .accessGroup): add(name, .accessGroup, "TEXT NOT NULL")
            case (.clear, .accessible): add(name, .protection, "TEXT NOT NULL")
            case (.clear, .synchronizable): add(name, .synchronizable, "INTEGER NOT NULL")
            case (.clear, .tombstone): add(name, .tombstone, "INTEGER NOT NULL")
            case (.clear, _): preconditionFailure("no clear column is known for \(attribute)")
            }
        }
        add("persistref", .persistentReference, "BLOB NOT NULL UNIQUE")
        add("rev", .revision, "INTEGER NOT NULL")
        add("pkey", .primaryKey, "BLOB NOT NULL UNIQUE")
        add("meta", .metadataBox, "BLOB NOT NULL")
        add("data", .secretBox, "BLOB")
        add("fmt", .format, "INTEGER NOT NULL DEFAULT 1", isAdded: true)
        for digest in attributes.digestColumns.indices.dropFirst(attributes.firstDigestCount) {
            let name = attributes.digestColumns[digest].attribute.rawValue
            add(name, .digest(digest), "BLOB", isAdded: true)
        }
        for (index, name) in added.enumerated() {
            add(name, .added(index), "BLOB", isAdded: true)
        }
        self.columns = columns
        digestNames = attributes.digestColumns.map(\.attribute.rawValue)
        indexedDigests = attributes.digestColumns.indices.filter {
            attributes.digestColumns[$0].isIndexed
        }
        lookupNames = attributes.lookupColumns.map { [digestNames] in digestNames[$0] }
        selectiveDigests = digestNames.indices.filter { [digestNames] in
            ["acct", "gena", "atag"].contains(digestNames[$0])
        }
        outlineList =
            (["rowid", "agrp", "pdmn", "sync", "tomb", "persistref", "rev", "fmt", "accc"]
            + lookupNames.suffix(1)).map { "\"\($0)\"" }.joined(separator: ",")
        selectList = (TableLayout.fixedNames + digestNames + added).map { "\"\($0)\"" }
            .joined(separator: ",")
    }

    /// Returns whether a newer build can have given a column this name: whether it can be the name of an
    /// attribute, four letters or digits.
    package static func isAddedName(_ name: String) -> Bool {
        Attribute(rawValue: name) != nil
            && name.utf8.allSatisfy {
                $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a || $0 >= 0x30 && $0 <= 0x39
            }
    }

    /// Returns the names of the columns in a statement that ``Schema/create(in:)`` or a later version wrote:
    /// each of them is in double quotes.
    package static func columnNames(inSQL sql: String) -> [String] {
        sql.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// Returns this layout with columns that a newer build added to the table.
    package func adding(_ names: [String]) -> TableLayout {
        names.isEmpty ? self : TableLayout(itemClass, added: names)
    }

    /// The columns every class has, in the order in which they are read and written.
    package static let fixedNames = [
        "rowid", "agrp", "pdmn", "sync", "tomb", "persistref", "rev", "pkey", "meta", "data", "fmt",
    ]

    /// The position of the first digest in the select list; the added columns follow the digests.
    package static let firstDigest = fixedNames.count
}
