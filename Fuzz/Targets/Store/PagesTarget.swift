// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

extension FuzzTarget {
    /// The target for scanning the pages of a damaged database and its log: every row that is found
    /// and whose boxes open must have been stored.
    ///
    /// The first byte chooses between damaging a store and using the input as pages.
    public static let pages = FuzzTarget(name: "pages") { bytes throws(Finding) in
        try StoreFiles.with { (files) throws(Finding) in
            var input = FuzzBytes(bytes)
            if input.choose(2) == 1 {
                files.write(database: StoreRules.smallPages(of: &input), log: [])
            } else {
                let image = StoreImage.whole.damaged(by: &input)
                files.write(database: image.database, log: image.log.bytes)
            }
            return try StoreRules.scan(files, isWhole: bytes == [0])
        }
    }

    /// The target for rebuilding a damaged store: the new store must contain only rows that were
    /// stored, pass SQLite's check, and accept changes.
    public static let salvage = FuzzTarget(name: "salvage") { bytes throws(Finding) in
        try StoreFiles.with { (files) throws(Finding) in
            var input = FuzzBytes(bytes)
            let image = StoreImage.whole.damaged(by: &input)
            files.write(database: image.database, log: image.log.bytes)
            return try StoreRules.salvage(files, isWhole: bytes.isEmpty)
        }
    }
}

private enum StoreRules {
    /// Makes a database file of the input: a header that SQLite accepts, followed by the input.
    static func smallPages(of input: inout FuzzBytes) -> [UInt8] {
        var header = Array("SQLite format 3\0".utf8) + Array(repeating: 0, count: 84)
        header[16] = 0x10
        header[20] = input.byte()
        return header + input.rest()
    }

    static func scan(_ files: StoreFiles, isWhole: Bool) throws(Finding) -> Bool {
        let scan = try run { () throws(KeychainError) in
            try SalvageScan(database: files.database)
        }
        let genuine = scan.rows.filter(SampleStore.isGenuine)
        for row in genuine { try checkWasStored(row) }
        if isWhole {
            try require(
                genuine.count == SampleStore.stored.count, "a row is not found in a whole store")
            try require(
                scan.keybags == [SampleStore.keybag.record], "a whole store has one keybag")
        }
        return !genuine.isEmpty
    }

    static func salvage(_ files: StoreFiles, isWhole: Bool) throws(Finding) -> Bool {
        let store = Store(directory: files.directory, keys: SampleStore.keys)
        try run { () throws(KeychainError) in
            try store.salvage(keys: SampleStore.keys, deadline: .standard, reason: "an input")
        }
        let rows = try rows(of: store)
        for row in rows { try checkWasStored(row) }
        try require(
            !isWhole || rows.count == SampleStore.stored.count, "a whole store loses rows")
        try checkGoesOn(store, after: rows)
        return !rows.isEmpty
    }

    /// Runs a call that must succeed with any damage.
    @discardableResult
    static func run<Value>(_ body: () throws(KeychainError) -> Value) throws(Finding) -> Value {
        do throws(KeychainError) { return try body() } catch {
            throw Finding(description: "a damaged store stops the call with \(error)")
        }
    }

    /// Requires that a row equals one that was stored, except for its rowid.
    static func checkWasStored(_ row: SealedRow) throws(Finding) {
        var row = row
        row.rowid = 0
        try require(
            SampleStore.stored.contains { $0.row == row }, "a row opened that was never stored")
    }

    /// Reads every row of a rebuilt store, and requires that it is sound.
    static func rows(of store: Store) throws(Finding) -> [SealedRow] {
        let (stored, problems) = try run { () throws(KeychainError) in
            let view = try store.begin(.standard)
            var rows: [StoredRow] = []
            for itemClass in ItemClass.stored {
                rows += try view.reader.allRows(itemClass, after: 0, limit: 1000)
            }
            // Every number of seconds, even a damaged one, must have a date.
            let dates = try view.reader.incidents().map(\.date)
            return (dates.contains("") ? [] : rows, try view.reader.integrityCheck())
        }
        try require(problems.isEmpty, "a salvaged store is not whole: \(problems)")
        var rows: [SealedRow] = []
        for case .sealed(let row) in stored { rows.append(row) }
        try require(rows.count == stored.count, "a salvaged row is malformed")
        try require(
            Set(rows.map(\.persistentReference)).count == rows.count, "an item was kept twice")
        return rows
    }

    /// Deletes all rows of a rebuilt store and adds the sample rows.
    static func checkGoesOn(_ store: Store, after rows: [SealedRow]) throws(Finding) {
        try run { () throws(KeychainError) in
            try store.write(deadline: .standard) { (writer) throws(KeychainError) in
                for row in rows { try writer.delete(row.itemClass, rowid: row.rowid) }
                for sealed in SampleStore.stored { try writer.insert(sealed.row) }
            }
        }
    }
}
