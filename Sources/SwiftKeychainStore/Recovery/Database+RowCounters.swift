import SwiftKeychainModel

extension Database {
    /// Tells which tables can take no more rows: SQLite never gives out a rowid twice, and one at
    /// the end of the numbers was never given out by a store.
    func rowCounterProblems() throws(KeychainError) -> [String] {
        let highest = SalvagedRecord.highestRowid
        var problems = try withStatement(
            once: "SELECT name FROM sqlite_sequence WHERE seq>\(highest) ORDER BY name"
        ) { (statement) throws(KeychainError) in
            var names: [String] = []
            while try statement.step() { names.append(statement.text(0) ?? "") }
            return names.map { "the counter of rows of table \($0) is at its end" }
        }
        for itemClass in ItemClass.stored {
            let table = TableLayout.of(itemClass).table
            if try integer("SELECT max(rowid) FROM \(table)") ?? 0 > highest {
                problems.append("table \(table) holds a row at the end of the numbers")
            }
        }
        return problems
    }
}
