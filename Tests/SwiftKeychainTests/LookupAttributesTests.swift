// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Items that are found by some of their lookup attributes.
@Suite struct LookupAttributesTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    private func lookup(_ pairs: KeyValuePairs<String, String>) throws -> AttributeValue {
        .data(
            try LookupAttributes(pairs.map { LookupAttributes.Pair($0.key, $0.value) }).encoded)
    }

    @discardableResult
    private func add(
        _ name: String, _ pairs: KeyValuePairs<String, String>
    ) throws -> PersistentReference {
        let item = try NewItem(
            .genericPassword,
            attributes: [
                .account: .string(name), .lookupAttributes: try lookup(pairs),
                .accessible: .string("ck"),
            ], secret: SecretBytes(copying: name.utf8))
        return try keychain.add(item).reference
    }

    private func query(_ pairs: KeyValuePairs<String, String>) throws -> Query {
        var conditions = Query.Conditions([.lookupAttributes: try lookup(pairs)])
        conditions.limit = .all
        return try Query(.genericPassword, conditions)
    }

    private func found(_ pairs: KeyValuePairs<String, String>) throws -> [String] {
        let items = try keychain.candidates(query(pairs)).items
        let names = try keychain.candidates(query(pairs), returning: [])
        #expect(Set(names.items.map(\.reference)) == Set(items.map(\.reference)))
        #expect(names.items.allSatisfy { $0.stored.isEmpty } && names.locked.isEmpty)
        return items.map { $0[.account]?.text ?? "" }
    }

    @Test func everyPairMustBeThere() throws {
        try add("a", ["xdg:schema": "s", "user": "jane", "server": "example.org"])
        try add("b", ["xdg:schema": "s", "user": "joe", "server": "example.org"])
        try add("c", ["user": "jane"])
        try add("d", [:])
        try keychain.add(.password(service: "s", account: "none"))
        #expect(try found(["user": "jane"]) == ["a", "c"])
        #expect(try found(["server": "example.org", "user": "joe"]) == ["b"])
        #expect(try found(["xdg:schema": "s"]) == ["a", "b"])
        #expect(try found(["user": "server"]) == [])
        #expect(try found(["xdg:schema": "s", "user": "nobody"]) == [])
        #expect(try found([:]) == ["a", "b", "c", "d"])
    }

    /// Canonically equivalent texts are different.
    @Test func textsAreComparedByteByByte() throws {
        try add("composed", ["n": "Caf\u{e9}"])
        try add("decomposed", ["n": "Cafe\u{301}"])
        #expect(try found(["n": "Caf\u{e9}"]) == ["composed"])
        #expect(try found(["n": "Cafe\u{301}"]) == ["decomposed"])
    }

    /// Such an item has a digest for only some of its attributes.
    @Test func anItemWithMoreAttributesThanColumnsIsFoundByEach() throws {
        let many = (0..<20).map { LookupAttributes.Pair("name\($0)", "value\($0)") }
        let all = try LookupAttributes(many)
        let item = try NewItem(
            .genericPassword,
            attributes: [.account: .string("many"), .lookupAttributes: .data(all.encoded)])
        try keychain.add(item)
        try add("few", ["name3": "value3"])
        for index in 0..<20 {
            #expect(
                try found(["name\(index)": "value\(index)"])
                    == (index == 3 ? ["many", "few"] : ["many"]))
            #expect(try found(["name\(index)": "another"]) == [])
        }
        #expect(try found(["name3": "value3", "name19": "value19"]) == ["many"])
        #expect(try found(["name17": "value17", "name19": "value19"]) == ["many"])
    }

    @Test func anUpdateMovesTheDigests() throws {
        try add("a", ["user": "jane", "old": "1"])
        let change = Change.self
        #expect(
            try keychain.update(
                query(["user": "jane"]),
                change.init([.lookupAttributes: lookup(["user": "joe"])])) == 1)
        #expect(try found(["user": "joe"]) == ["a"])
        #expect(try found(["old": "1"]) == [])
        #expect(try found(["user": "jane"]) == [])
    }

    @Test func aSearchAmongManyReadsFewRows() throws {
        for index in 0..<200 { try add("\(index)", ["xdg:schema": "common", "user": "\(index)"]) }
        #expect(try found(["xdg:schema": "common", "user": "117"]) == ["117"])
        #expect(try found(["xdg:schema": "common"]).count == 200)
    }

    /// An attribute may be in any column, so that one index has the newer items, and another the older ones.
    @Test(arguments: [2, 12, 80]) func itemsAreFoundInTheirOrder(count: Int) throws {
        let names = (0..<count).map { "item \($0)" }
        for (index, name) in names.enumerated() {
            try add(
                name, index < count / 2 ? ["a": "1", "b": "2", "user": "jane"] : ["user": "jane"])
        }
        #expect(try found(["user": "jane"]) == names)
        let outlines = try keychain.candidates(query(["user": "jane"]), returning: [])
        let items = try keychain.candidates(query(["user": "jane"]))
        #expect(outlines.items.map(\.reference) == items.items.map(\.reference))
        var conditions = Query.Conditions([.lookupAttributes: try lookup(["user": "jane"])])
        conditions.limit = .one
        let first = try keychain.find(Query(.genericPassword, conditions))
        #expect(first.map { $0[.account]?.text } == ["item 0"])
    }

    /// While the keychain is locked, what may match is shown without its attributes.
    @Test func whatIsLockedIsNotLeftOut() throws {
        let reference = try add("a", ["user": "jane"])
        try add("b", ["user": "joe"])
        try keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        try keychain.forgetUnlocked()
        for parts in [Item.Parts.attributes, []] {
            let found = try keychain.candidates(query(["user": "jane"]), returning: parts)
            #expect(found.locked.map(\.reference) == [reference])
            #expect(found.locked.allSatisfy { $0.stored.isEmpty })
            #expect(found.items.isEmpty && found.damage == nil)
            #expect(
                try keychain.candidates(query(["user": "nobody"]), returning: parts).locked.isEmpty)
        }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try keychain.find(query(["user": "jane"]))
        }
    }

    /// Which items match is known without opening them; one that demands the user is told apart.
    @Test func namesAreFoundWithoutOpeningItems() throws {
        let free = try add("a", ["user": "jane"])
        let constrained = try keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .account: .string("b"), .lookupAttributes: lookup(["user": "jane"]),
                    .accessControl: .data(
                        try AccessControl(protection: .whenUnlocked, flags: .userPresence).encoded()
                    ),
                ], secret: SecretBytes(copying: "b".utf8))
        ).reference
        func names() throws -> Keychain.Candidates {
            try keychain.candidates(query(["user": "jane"]), returning: [])
        }
        #expect(Set(try names().items.map(\.reference)) == [free, constrained])
        #expect(
            try names().items.filter(\.accessControl.isConstrained).map(\.reference)
                == [constrained])
        test.tamper("UPDATE genp SET meta=zeroblob(100)")
        #expect(try names().items.map(\.reference) == [free])
        #expect(try names().damage?.code == .decode)
        test.tamper("UPDATE genp SET ssa0=NULL")
        #expect(try names().items.isEmpty)
    }

    @Test(arguments: [
        [0xa1, 0x61, 0x61, 0x41, 0x62], [0xa1, 0x60, 0x61, 0x62], [0xa0, 0x00], [0x80], [],
        // "b" before "a", and "a" twice.
        [0xa2, 0x61, 0x62, 0x60, 0x61, 0x61, 0x60], [0xa2, 0x61, 0x61, 0x60, 0x61, 0x61, 0x60],
    ])
    func malformedAttributesAreRefused(_ bytes: [UInt8]) throws {
        #expect(throws: KeychainError(.parameter, "")) {
            try NewItem(.genericPassword, attributes: [.lookupAttributes: .data(bytes)])
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try Query(.genericPassword, .init([.lookupAttributes: .data(bytes)]))
        }
    }

    /// The columns of digests are no attributes.
    @Test func digestsCannotBeSet() throws {
        let column = try #require(Attribute(rawValue: "ssa0"))
        #expect(throws: KeychainError(.noSuchAttribute, "")) {
            try NewItem(.genericPassword, attributes: [column: .data([1])])
        }
        #expect(throws: KeychainError(.noSuchAttribute, "")) {
            try Query(.genericPassword, .init([column: .data([1])]))
        }
        #expect(throws: KeychainError(.noSuchAttribute, "")) {
            try Query(.internetPassword, .init([.lookupAttributes: lookup(["a": "b"])]))
        }
    }
}
