// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Puts old rows back, deletes rows, repeats them: each authentic by itself, the manifest knows.
@Suite struct RowsPutBack {
    let tally = Tally("rows put back")

    @Test func oldVersion() throws {
        let store = try TamperedStore(tally)
        for item in store.items where !item.isTombstone {
            let rowid = try store.rowid(of: item)
            let columns = try store.columns(item.table).filter { $0 != "rowid" }
            let old = try columns.map { try store.cell(item.table, $0, rowid) }
            let change = try Change([.label: .string("new")], secret: SecretBytes(copying: [9]))
            try store.keychain.update(try item.query(), change)
            let new = try columns.map { try store.cell(item.table, $0, rowid) }
            let current = try store.keychain.outcome(of: item)
            try put(old, columns, item, rowid, store)
            // The row is authentic; only the manifest can tell that it is not the last one.
            #expect(try store.keychain.outcome(of: item) == .items([item]))
            #expect(store.keychain.problems.contains { $0.hasPrefix("manifest") })
            try put(new, columns, item, rowid, store)
            #expect(try store.keychain.outcome(of: item) == current)
            tally.add("old versions")
        }
        #expect(store.keychain.problems == [])
        tally.print()
    }

    private func put(
        _ values: [Cell], _ columns: [String], _ item: Seen, _ rowid: Cell, _ store: TamperedStore
    ) throws {
        for (column, value) in zip(columns, values) {
            try store.set(item.table, column, rowid, value)
        }
    }

    @Test func deletedAndPutBack() throws {
        let store = try TamperedStore(tally)
        for item in store.items {
            let rowid = try store.rowid(of: item)
            let row = try store.raw.rows("SELECT * FROM \(item.table) WHERE rowid=?", [rowid])[0]
            try store.raw.execute("DELETE FROM \(item.table) WHERE rowid=?", [rowid])
            #expect(try store.keychain.outcome(of: item) == .refused(.itemNotFound))
            #expect(store.keychain.problems.contains { $0.hasPrefix("manifest") })
            let marks = row.map { _ in "?" }.joined(separator: ",")
            try store.raw.execute("INSERT INTO \(item.table) VALUES(\(marks))", row)
            #expect(store.keychain.problems == [])
            tally.add("deletions")
            // And one that its owner deleted comes back.
            guard !item.isTombstone else { continue }
            #expect(try store.keychain.delete(try item.query()) == 1)
            try store.raw.execute("INSERT INTO \(item.table) VALUES(\(marks))", row)
            #expect(store.keychain.problems.contains { $0.hasPrefix("manifest") })
            #expect(try store.keychain.outcome(of: item) == .items([item]))
            _ = try store.keychain.repair()
            #expect(store.keychain.problems == [])
            tally.add("returns")
        }
        tally.print()
    }

    /// Gives one authentic row a second time, under another primary key or reference.
    @Test func doubled() throws {
        let store = try TamperedStore(tally)
        for item in store.items {
            let rowid = try store.rowid(of: item)
            let names = try store.columns(item.table)
            var row = try store.raw.rows("SELECT * FROM \(item.table) WHERE rowid=?", [rowid])[0]
            row[names.firstIndex(of: "rowid")!] = .integer(1000)
            row[names.firstIndex(of: "persistref")!] = .blob(Array(repeating: 1, count: 16))
            row[names.firstIndex(of: "pkey")!] = .blob(Array(repeating: 2, count: 16))
            let marks = row.map { _ in "?" }.joined(separator: ",")
            try store.raw.execute("INSERT INTO \(item.table) VALUES(\(marks))", row)
            try store.judge(damaged: [], absence: false, "a row twice")
            #expect(try store.keychain.outcome(of: item) == .items([item]))
            try store.raw.execute("DELETE FROM \(item.table) WHERE rowid=1000")
            tally.add("doubles")
        }
        tally.print()
    }
}
