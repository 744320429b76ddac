// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Writes over damaged rows: what they held is kept, byte for byte.
@Suite struct DamagedRows {
    let tally = Tally("writes over damaged rows")

    /// One edit of every column, then a delete, an add or an update that meets the row.
    @Test(arguments: ["delete", "add", "update", "repair"])
    func bytesAreKept(_ call: String) throws {
        let first = try TamperedStore(tally)
        let image = try StoreImage(of: first.test, emptiesLog: true)
        let folder = try ImageFolder(image, groups: ["*"])
        let stride = Effort.stride(3)
        for (position, item) in image.items.enumerated() where !item.isTombstone {
            let columns = try first.columns(item.table)
            for (index, column) in columns.enumerated() where column != "rowid" {
                // The boxes always, of the other columns some.
                let isBox = column == "meta" || column == "data"
                if !isBox, (index + position) % stride != 0 { continue }
                if call != "repair", FlippedBits.selecting.contains(column) { continue }
                // A row whose key was edited doesn't conflict with others.
                if call == "add", column == "pkey" { continue }
                let store = try TamperedStore(image, in: folder, tally)
                try overwrite(call, store, item, column)
            }
        }
        tally.print()
    }

    private func overwrite(
        _ call: String, _ store: TamperedStore, _ item: Seen, _ column: String
    ) throws {
        let rowid = try store.rowid(of: item)
        let sound = try store.cell(item.table, column, rowid)
        let edited: Cell =
            sound == .null ? .blob(Array(repeating: 3, count: 16)) : sound.flipping(1)
        try store.set(item.table, column, rowid, edited)
        let row = try store.raw.rows("SELECT * FROM \(item.table) WHERE rowid=?", [rowid])[0]
        let count = try store.raw.rows("SELECT * FROM quarantine").count
        switch call {
        case "delete": #expect(try store.keychain.delete(item.query()) == 1)
        case "add":
            var attributes = item.attributes
            attributes[.accessGroup] = .string(item.accessGroup)
            attributes[.synchronizable] = .number(item.synchronizable ? 1 : 0)
            attributes[.creationDate] = nil
            attributes[.modificationDate] = nil
            try store.keychain.add(
                NewItem(
                    item.reference.itemClass, attributes: attributes,
                    secret: SecretBytes(copying: [1])))
            #expect(try store.keychain.outcome(of: item).items.first?.secret == [1])
        case "update":
            #expect {
                try store.keychain.update(item.query(), Change([.label: .string("x")]))
            } throws: { KeychainError.Code.decode ~= $0 }
            #expect(try store.cell(item.table, column, rowid) == edited)
            try store.set(item.table, column, rowid, sound)
            #expect(store.keychain.problems == [])
            tally.add("updates refused")
            return
        default:
            _ = try store.keychain.repair()
            #expect(store.keychain.problems == [])
        }
        let kept = try store.raw.rows("SELECT record FROM quarantine ORDER BY id")
        #expect(kept.count == count + 1, "\(call) over \(column) of \(item.table)")
        for cell in row where cell.bytes.count > 1 {
            #expect(kept.last?[0].bytes.contains(cell.bytes) == true, "\(column)")
        }
        #expect(call == "repair" || store.keychain.hasProblem)
        _ = try store.keychain.repair()
        #expect(store.keychain.problems == [])
        tally.add("\(call)s")
    }
}
