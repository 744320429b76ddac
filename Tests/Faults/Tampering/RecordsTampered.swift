// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Testing

/// Turns over bits of the records beside the items: keybag, its copy, manifest.
@Suite struct RecordsTampered {
    let tally = Tally("records tampered with")

    @Test func manifestBits() throws {
        let store = try TamperedStore(tally)
        for column in ["record", "rev"] {
            let sound = try store.cell("manifest", column, .integer(1))
            for bit in stride(from: 0, to: sound.bitCount, by: Effort.stride(5)) {
                try store.set("manifest", column, .integer(1), sound.flipping(bit))
                try store.judge(
                    damaged: [], absence: false, "bit \(bit) of the manifest's \(column)")
                tally.add("manifest bits")
            }
            try store.set("manifest", column, .integer(1), sound)
        }
        #expect(store.keychain.problems == [])
        tally.print()
    }

    @Test func manifestPutBackOrDeleted() throws {
        let store = try TamperedStore(tally)
        let old = try store.raw.rows("SELECT record, rev FROM manifest")[0]
        try store.keychain.add(.password(service: "later"))
        let new = try store.raw.rows("SELECT record, rev FROM manifest")[0]
        func put(_ values: [Cell]) throws {
            try store.raw.execute("UPDATE manifest SET record=?, rev=?", values)
        }
        for values in [old, [old[0], new[1]], [new[0], old[1]]] {
            try put(values)
            #expect(store.keychain.problems.contains { $0.hasPrefix("manifest") })
            tally.add("manifests")
        }
        try put(new)
        #expect(store.keychain.problems == [])
        try store.raw.execute("DELETE FROM manifest")
        #expect(store.keychain.problems.contains { $0.hasPrefix("manifest") })
        // None is made up: nothing is written until a repair.
        #expect {
            try store.keychain.add(.password(service: "last"))
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        _ = try store.keychain.repair()
        #expect(store.keychain.problems == [])
        let givenUp = store.keychain.diagnose().filter(\.isProblem).map(\.subject)
        #expect(givenUp == ["default keychain", "search list", "lock settings"])
    }

    @Test func keybagBits() throws {
        let store = try TamperedStore(tally)
        let sound = try store.cell("keybag", "record", .integer(1))
        for bit in stride(from: 0, to: sound.bitCount, by: Effort.stride(31)) {
            try store.set("keybag", "record", .integer(1), sound.flipping(bit))
            try store.test.home.raiseGeneration()
            // The copy authenticates; the difference shows.
            #expect(try store.keychain.everyPassword() == store.items, "bit \(bit)")
            #expect(
                store.keychain.problems.contains { $0.hasPrefix("keybag") }, "bit \(bit)")
            tally.add("keybag bits")
        }
        _ = try store.keychain.repair()
        #expect(store.keychain.problems == [])
        #expect(try store.cell("keybag", "record", .integer(1)) == sound)
        tally.print()
    }

    @Test func keybagAndCopyBits() throws {
        let store = try TamperedStore(tally)
        let sound = try store.cell("keybag", "record", .integer(1))
        try store.set("keybag_copy", "record", .integer(1), sound.flipping(77))
        let before = try contents(store)
        for bit in stride(from: 0, to: sound.bitCount, by: Effort.stride(13)) {
            try store.set("keybag", "record", .integer(1), sound.flipping(bit))
            try store.test.home.raiseGeneration()
            let item = store.items[bit % store.items.count]
            #expect(try store.keychain.outcome(of: item) == .refused(.notAvailable), "bit \(bit)")
            #expect {
                try store.keychain.delete(item.query())
            } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect(store.keychain.hasProblem, "bit \(bit)")
            #expect(try contents(store) == before, "bit \(bit)")
            tally.add("keybag bits")
        }
        try store.set("keybag", "record", .integer(1), sound)
        try store.set("keybag_copy", "record", .integer(1), sound)
        try store.test.home.raiseGeneration()
        #expect(store.keychain.problems == [])
        #expect(try store.keychain.everyPassword() == store.items)
        tally.print()
    }

    @Test func keybagCopyBits() throws {
        let store = try TamperedStore(tally)
        for (table, column) in [
            ("keybag_copy", "record"), ("keybag_copy", "rev"), ("keybag", "rev"),
        ] {
            let sound = try store.cell(table, column, .integer(1))
            for bit in stride(from: 0, to: sound.bitCount, by: Effort.stride(29)) {
                try store.set(table, column, .integer(1), sound.flipping(bit))
                try store.test.home.raiseGeneration()
                try store.judge(damaged: [], absence: false, "bit \(bit) of \(table).\(column)")
                tally.add("copy bits")
            }
            try store.set(table, column, .integer(1), sound)
        }
        try store.test.home.raiseGeneration()
        #expect(store.keychain.problems == [])
        tally.print()
    }

    /// Everything but the keybag, which the test edits.
    private func contents(_ store: TamperedStore) throws -> [[Cell]] {
        try ["genp", "inet", "manifest", "keybag_copy", "quarantine", "incidents"].flatMap {
            try store.raw.rows("SELECT * FROM \($0)")
        }
    }
}
