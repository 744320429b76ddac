import KeychainModel

// A newer build may have added columns to the tables of items. Each holds a digest under a name that
// this build doesn't know; rows keep them as they are.
extension Database {
    /// The layout of the table of a class in this file.
    func layout(of itemClass: ItemClass) -> TableLayout {
        addedLayouts[itemClass] ?? TableLayout.of(itemClass)
    }

    /// Looks for columns that a newer build added.
    ///
    /// - Throws: `notAvailable` for a column that holds no digest: its rows can't be kept whole.
    func learnAddedColumns() throws(KeychainError) {
        for itemClass in ItemClass.stored {
            let known = Set(TableLayout.of(itemClass).columns.map(\.name))
            try adopt(
                columnNames(of: itemClass.rawValue).filter { !known.contains($0) }, of: itemClass)
        }
    }

    /// Reads and writes columns of these names from now on.
    func adopt(_ added: [String], of itemClass: ItemClass) throws(KeychainError) {
        for name in added where Attribute(rawValue: name) == nil {
            throw KeychainError(
                .notAvailable,
                "\(path): table \(itemClass.rawValue) has a column \(name), which this version can't"
                    + " keep; a newer one made it")
        }
        addedLayouts[itemClass] = TableLayout.of(itemClass).adding(added)
    }

    /// The names of a table's columns, in their order.
    func columnNames(of table: String) throws(KeychainError) -> [String] {
        try withStatement(once: "SELECT name FROM pragma_table_xinfo('\(table)')") {
            (statement) throws(KeychainError) in
            var names: [String] = []
            while try statement.step() { names.append(statement.text(0) ?? "") }
            return names
        }
    }
}
