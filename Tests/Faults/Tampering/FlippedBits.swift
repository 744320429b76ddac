// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Testing

/// Turns over every bit of a row: each column, both boxes.
@Suite struct FlippedBits {
    /// Columns by which a query of ``Seen`` selects.
    static let selecting = ["tomb", "acct", "svce", "srvr"]

    @Test(arguments: [0, 2, 5])
    func everyBitOfARow(_ position: Int) throws {
        let tally = Tally("bits of row \(position)")
        let store = try TamperedStore(tally)
        let item = store.items[position]
        let rowid = try store.rowid(of: item)
        let stride = Effort.stride(13)
        var bit = position % stride
        for column in try store.columns(item.table) where column != "rowid" {
            let sound = try store.cell(item.table, column, rowid)
            while bit < sound.bitCount {
                try store.set(item.table, column, rowid, sound.flipping(bit))
                try store.judge(
                    damaged: [item], absence: Self.selecting.contains(column),
                    "bit \(bit) of \(column)")
                tally.add("flips")
                bit += stride
            }
            bit -= sound.bitCount
            try store.set(item.table, column, rowid, sound)
        }
        #expect(try store.keychain.outcome(of: item) == .items([item]))
        #expect(store.keychain.problems == [])
        #expect(tally["wrong values"] == 0)
        tally.print()
    }

    /// Puts in every column what it never held: nothing, something, more, less.
    @Test func everyColumnReplaced() throws {
        let tally = Tally("columns replaced")
        let store = try TamperedStore(tally)
        for item in store.items {
            let rowid = try store.rowid(of: item)
            for column in try store.columns(item.table) where column != "rowid" {
                let sound = try store.cell(item.table, column, rowid)
                for value in Self.replacements(of: sound) where value != sound {
                    do {
                        try store.set(item.table, column, rowid, value)
                    } catch is RawDatabase.Failure {
                        continue  // SQLite itself keeps this out.
                    }
                    try store.judge(
                        damaged: [item], absence: Self.selecting.contains(column),
                        "\(column) of \(item.table) replaced by \(value)")
                    tally.add("replacements")
                }
                try store.set(item.table, column, rowid, sound)
            }
        }
        #expect(store.keychain.problems == [])
        #expect(tally["wrong values"] == 0)
        tally.print()
    }

    private static func replacements(of cell: Cell) -> [Cell] {
        switch cell {
        case .integer(let number): [.integer(number + 1), .integer(number - 1), .integer(.max)]
        case .text(let bytes):
            [.text([]), .text(bytes + [0]), .text([0xff]), .text(Array("one".utf8))]
        case .null, .real: [.blob([]), .blob(Array(repeating: 7, count: 16))]
        case .blob(let bytes):
            [
                .null, .blob([]), .blob(bytes + [0]), .blob(bytes.dropLast()),
                .blob(bytes.reversed()),
            ]
        }
    }
}
