import CSQLite
import KeychainModel

extension StoreWriter {
    /// Moves a damaged row, as the bytes it consists of, to the table `quarantine`.
    ///
    /// - Parameter reason: a sentence without any value of the item.
    /// - Throws: `itemNotFound` when it is not stored.
    public func quarantine(
        _ itemClass: ItemClass, rowid: Int64, reason: String
    ) throws(KeychainError) {
        let layout = TableLayout.of(itemClass)
        let record = try database.withStatement(.rawRow(itemClass), layout.rawRowSQL) {
            (statement) throws(KeychainError) -> [UInt8]? in
            try statement.bind(1, rowid)
            return try statement.step() ? QuarantineRecord.encode(statement, layout) : nil
        }
        guard let record else {
            throw KeychainError(.itemNotFound, "table \(layout.table) holds no row \(rowid)")
        }
        try add(
            QuarantineRecord(
                itemClass: layout.table, date: WallClock.seconds, reason: reason,
                acknowledged: false, record: record))
        try delete(itemClass, rowid: rowid)
    }

    func add(_ entry: QuarantineRecord) throws(KeychainError) {
        try database.withStatement(
            .addQuarantine,
            "INSERT INTO quarantine(class,date,reason,acknowledged,record) VALUES(?,?,?,?,?)"
        ) { (statement) throws(KeychainError) in
            defer { statement.clear() }
            try statement.bind(1, entry.itemClass)
            try statement.bind(2, entry.date)
            try statement.bind(3, entry.reason)
            try statement.bind(4, entry.acknowledged ? 1 : 0)
            try statement.bind(5, entry.record)
            try statement.run()
        }
    }
}
