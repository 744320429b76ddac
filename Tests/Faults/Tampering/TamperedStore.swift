// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Holds a store of a few different items, and a hand that edits it behind the keychain's back.
final class TamperedStore {
    let test: TestKeychain
    let raw: RawDatabase
    /// The items as they were added, oldest first.
    let items: [Seen]
    let tally: Tally
    var keychain: Keychain { test.keychain }

    init(_ tally: Tally) throws {
        self.tally = tally
        test = TestKeychain(groups: ["*"])
        for item in try Self.samples() { try test.keychain.add(item) }
        var buried = Query.Conditions([.service: .string("buried")])
        buried.synchronizable = .any
        buried.leavesTombstones = true
        try test.keychain.delete(Query(.genericPassword, buried))
        raw = try RawDatabase(test.home.databasePath)
        items = try test.keychain.everyPassword()
        try #require(items.count == 9)
        try #require(test.keychain.problems == [])
    }

    /// Begins again with what `image` holds: a process keeps the files open of every store it used.
    init(_ image: StoreImage, in folder: ImageFolder, _ tally: Tally) throws {
        self.tally = tally
        try folder.lay(image.files)
        test = folder.test
        raw = try RawDatabase(test.home.databasePath)
        items = image.items
    }

    /// Makes items that differ in everything a column can hold.
    private static func samples() throws -> [NewItem] {
        func item(
            _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue], _ secret: String?
        ) throws -> NewItem {
            try NewItem(
                itemClass, attributes: attributes,
                secret: secret.map { SecretBytes(copying: $0.utf8) })
        }
        let full: [Attribute: AttributeValue] = [
            .service: .string("full"), .account: .string("ann"), .accessGroup: .string("one"),
            .label: .string("label"), .comment: .string("comment"), .generic: .data([1, 2, 3]),
            .itemDescription: .string("kind"), .creator: .number(0x6161_6161), .type: .number(7),
            .scriptCode: .number(3), .isInvisible: .number(1), .isNegative: .number(0),
            .hasCustomIcon: .number(1), .alias: .string("alias"),
        ]
        return [
            try item(.genericPassword, full, "secret of full"),
            try item(
                .genericPassword,
                [
                    .service: .string("mail"), .account: .string("ann"),
                    .accessGroup: .string("one"), .accessible: .string("ck"),
                ], "first"),
            try item(
                .genericPassword,
                [
                    .service: .string("mail"), .account: .string("bob"),
                    .accessGroup: .string("two"), .synchronizable: .number(1),
                ], "second"),
            try item(
                .genericPassword,
                [
                    .service: .string("none"), .accessGroup: .string("two"),
                    .accessible: .string("dku"),
                ], nil),
            try item(
                .genericPassword,
                [.service: .string("empty"), .accessGroup: .string("one")], ""),
            try item(
                .genericPassword,
                [
                    .service: .string("buried"), .accessGroup: .string("one"),
                    .synchronizable: .number(1),
                ], "gone"),
            try item(
                .internetPassword,
                [
                    .server: .string("host"), .account: .string("ann"), .port: .number(443),
                    .path: .string("/"), .protocol: .string("htps"),
                    .accessGroup: .string("one"),
                ], "web"),
            try item(
                .internetPassword,
                [
                    .server: .string("other"), .account: .string("ann"),
                    .accessGroup: .string("one"),
                ],
                "other web"),
            try item(
                .internetPassword,
                [
                    .server: .string("host"), .account: .string("cy"),
                    .securityDomain: .string("realm"), .accessGroup: .string("two"),
                    .accessible: .string("aku"),
                ], nil),
        ]
    }

    // MARK: Rows

    func columns(_ table: String) throws -> [String] {
        try raw.rows("SELECT name FROM pragma_table_info('\(table)')").map {
            String(decoding: $0[0].bytes, as: UTF8.self)
        }
    }

    func rowid(of item: Seen) throws -> Cell {
        let sql = "SELECT rowid FROM \(item.table) WHERE persistref=?"
        return try #require(try raw.rows(sql, [.blob(item.reference.uuid)]).first)[0]
    }

    func cell(_ table: String, _ column: String, _ rowid: Cell) throws -> Cell {
        try raw.rows("SELECT \"\(column)\" FROM \(table) WHERE rowid=?", [rowid])[0][0]
    }

    func set(_ table: String, _ column: String, _ rowid: Cell, _ value: Cell) throws {
        try raw.execute("UPDATE \(table) SET \"\(column)\"=? WHERE rowid=?", [value, rowid])
    }

    // MARK: Judging

    /// Checks that nothing wrong is returned, whatever is asked; counts what is.
    ///
    /// - Parameters:
    ///   - damaged: items that were edited: the right value or a refusal is what may come.
    ///   - absence: whether they may seem absent, since a column that selects them was edited.
    func judge(damaged: [Seen], absence: Bool, _ what: @autoclosure () -> String) throws {
        for item in damaged {
            switch try keychain.outcome(of: item) {
            case .items(let found):
                // Rows of other items may have come to answer, if they are the right ones.
                for seen in found where !items.contains(seen) {
                    tally.add("wrong values")
                    Issue.record("\(what()): returned something that was never stored")
                }
                for seen in found where try seen.query().conditions != item.query().conditions {
                    tally.add("wrong values")
                    Issue.record("\(what()): returned another item")
                }
            case .refused(.decode): tally.add("refused as damaged")
            case .refused(.itemNotFound) where absence: tally.add("not found")
            case .refused(let code): Issue.record("\(what()): status \(code.rawValue)")
            }
        }
        let all = try keychain.everyPassword()
        if !Set(all).isSubset(of: items) || Set(all).count != all.count {
            tally.add("wrong values")
            Issue.record("\(what()): a list holds something that was never stored")
        }
        let missing = Set(items).subtracting(damaged).subtracting(all)
        if !missing.isEmpty { Issue.record("\(what()): \(missing.count) other rows are missing") }
        if !keychain.hasProblem { Issue.record("\(what()): an examination shows nothing") }
    }
}

extension Seen {
    var table: String { reference.itemClass.rawValue }
}
