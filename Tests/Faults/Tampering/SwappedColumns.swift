// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Testing

/// Exchanges columns, halves and versions between rows that are all authentic.
@Suite struct SwappedColumns {
    @Test func everyPairAndColumn() throws {
        let tally = Tally("columns swapped")
        let store = try TamperedStore(tally)
        for (first, second) in Self.pairs(store.items) {
            let rows = [try store.rowid(of: first), try store.rowid(of: second)]
            let shared = try store.columns(first.table).filter {
                try $0 != "rowid" && store.columns(second.table).contains($0)
            }
            // One column, the clear ones together, both boxes, one box with its reference.
            let sets =
                shared.map { [$0] } + [
                    ["meta", "data"], ["agrp", "pdmn", "sync", "tomb"], ["persistref", "rev"],
                    ["meta", "data", "persistref"], ["meta", "data", "pkey", "persistref", "rev"],
                    shared.filter { $0 != "persistref" }, shared.filter { $0 != "agrp" },
                    shared.filter { $0 != "meta" }, shared.filter { $0 != "data" },
                ]
            for columns in sets {
                try swap(store, (first, second), rows, columns, of: shared)
            }
        }
        #expect(store.keychain.problems == [])
        #expect(try store.keychain.everyPassword() == store.items)
        #expect(tally["wrong values"] == 0)
        tally.print()
    }

    private static func pairs(_ items: [Seen]) -> [(Seen, Seen)] {
        items.indices.flatMap { one in items[..<one].map { ($0, items[one]) } }
    }

    private func swap(
        _ store: TamperedStore, _ pair: (Seen, Seen), _ rows: [Cell], _ columns: [String],
        of shared: [String]
    ) throws {
        let first = try columns.map { try store.cell(pair.0.table, $0, rows[0]) }
        let second = try columns.map { try store.cell(pair.1.table, $0, rows[1]) }
        if first == second { return }
        // What is left must differ: rows exchanged whole are only in another order.
        let rest = shared.filter { !columns.contains($0) }
        if try rest.allSatisfy({
            try store.cell(pair.0.table, $0, rows[0]) == store.cell(pair.1.table, $0, rows[1])
        }) {
            return
        }
        func put(_ values: [Cell], _ others: [Cell]) throws {
            try store.raw.execute("BEGIN")
            // Out of the way first: two columns are unique.
            for column in columns where column == "persistref" || column == "pkey" {
                try store.set(pair.0.table, column, rows[0], .blob([0]))
            }
            for (column, value) in zip(columns, others) {
                try store.set(pair.1.table, column, rows[1], value)
            }
            for (column, value) in zip(columns, values) {
                try store.set(pair.0.table, column, rows[0], value)
            }
            try store.raw.execute("COMMIT")
        }
        do {
            try put(second, first)
        } catch {
            try store.raw.execute("ROLLBACK")  // NOT NULL, and an item without a secret.
            return
        }
        try store.judge(
            damaged: [pair.0, pair.1], absence: true, "\(columns) of \(pair.0.table) swapped")
        store.tally.add("swaps")
        try put(first, second)
    }

    /// Mixes two authentic versions of one row, in every half and column that changed.
    @Test func versionsMixed() throws {
        let tally = Tally("versions mixed")
        let store = try TamperedStore(tally)
        for item in store.items where !item.isTombstone {
            let rowid = try store.rowid(of: item)
            let columns = try store.columns(item.table).filter { $0 != "rowid" }
            let old = try columns.map { try store.cell(item.table, $0, rowid) }
            let change = try Change([.label: .string("new")], secret: SecretBytes(copying: [9]))
            try store.keychain.update(try item.query(), change)
            let new = try columns.map { try store.cell(item.table, $0, rowid) }
            let current = try #require(try store.keychain.outcome(of: item).items.first)
            for (index, column) in columns.enumerated() where old[index] != new[index] {
                try store.set(item.table, column, rowid, old[index])
                let outcome = try store.keychain.outcome(of: item)
                #expect(outcome == .refused(.decode), "old \(column) in a new row")
                #expect(store.keychain.hasProblem, "old \(column) in a new row")
                try store.set(item.table, column, rowid, new[index])
                tally.add("mixtures")
            }
            // The old nonce and the new rest, and the other way round.
            for (column, split) in [("meta", 24), ("meta", 40), ("data", 24)] {
                let index = columns.firstIndex(of: column)!
                let (was, now) = (old[index].bytes, new[index].bytes)
                guard was.count > split else { continue }
                for mixed in [was[..<split] + now[split...], now[..<split] + was[split...]] {
                    try store.set(item.table, column, rowid, .blob(Array(mixed)))
                    let outcome = try store.keychain.outcome(of: item)
                    #expect(outcome == .refused(.decode), "\(column) mixed")
                    tally.add("mixtures")
                }
                try store.set(item.table, column, rowid, new[index])
            }
            #expect(try store.keychain.outcome(of: item) == .items([current]))
        }
        #expect(store.keychain.problems == [])
        tally.print()
    }
}
