// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// A newer build may have added columns to the tables of items. Each contains a digest that this build
// doesn't know and leaves unchanged.
extension Database {
    /// Returns the layout of the table of a class in this file.
    package func layout(of itemClass: ItemClass) -> TableLayout {
        addedLayouts[itemClass] ?? TableLayout.of(itemClass)
    }

    /// Finds the columns that a newer build added.
    ///
    /// - Parameter statements: those that made the tables, by name, as `sqlite_schema` has them.
    /// - Throws: `notAvailable` when a newer build added a column other than a digest.
    func learnAddedColumns(from statements: [String: String]) throws(KeychainError) {
        for itemClass in ItemClass.stored {
            guard let sql = statements[itemClass.rawValue] else { continue }
            let known = TableLayout.of(itemClass).columns.map(\.name)
            let names = TableLayout.columnNames(inSQL: sql)
            guard names.count > known.count, names.starts(with: known) else { continue }
            adopt(names.dropFirst(known.count).filter(TableLayout.isAddedName), of: itemClass)
            if isNewer,
                let name = names.dropFirst(known.count).first(where: {
                    !TableLayout.isAddedName($0)
                })
            {
                throw KeychainError(
                    .notAvailable,
                    "\(path): table \(itemClass.rawValue) has a column \(name), which this version"
                        + " can't keep; a newer one made it")
            }
        }
    }

    /// Reads and writes columns of these names from now on.
    func adopt(_ added: [String], of itemClass: ItemClass) {
        addedLayouts[itemClass] = TableLayout.of(itemClass).adding(added)
    }

    /// Returns the names of a table's columns, in their order.
    func columnNames(of table: String) throws(KeychainError) -> [String] {
        try withStatement(once: "SELECT name FROM pragma_table_xinfo('\(table)')") {
            (statement) throws(KeychainError) in
            var names: [String] = []
            while try statement.step() { names.append(statement.text(0) ?? "") }
            return names
        }
    }
}
