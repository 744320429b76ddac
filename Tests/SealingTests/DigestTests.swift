// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSealing

@Suite struct DigestTests {
    let keybag: Keybag
    init() throws { keybag = try Sample.keybag() }

    func digest(
        _ value: AttributeValue, _ attribute: Attribute, _ itemClass: ItemClass = .genericPassword
    ) throws -> [UInt8] {
        let column = try #require(itemClass.attributes.digestPosition(of: attribute))
        return keybag.digest(value, forColumn: column, of: itemClass)
    }

    @Test func followsTheComparisonBytes() throws {
        #expect(try digest(.string("a"), .account) == digest(.data([0x61]), .account))
        #expect(try digest(.number(0x61), .account) == digest(.string("a\0\0\0"), .account))
        #expect(try digest(.number(1), .creator) == digest(.boolean(true), .creator))
        #expect(try digest(.string("a"), .account) != digest(.string("A"), .account))
        #expect(try digest(.string(""), .account) != digest(.string("\0"), .account))
        #expect(
            try digest(.string("http"), .protocol, .internetPassword)
                == digest(.number(0x6874_7470), .protocol, .internetPassword))
        // Canonically equivalent text is not the same text.
        #expect(try digest(.string("\u{e9}"), .account) != digest(.string("e\u{301}"), .account))
    }

    @Test func columnsShareADigestOnlyWithinADomain() throws {
        let name = AttributeValue.data([0x30, 0])
        #expect(
            try digest(name, .subject, .certificate) == digest(name, .issuer, .certificate))
        #expect(
            try digest(name, .publicKeyHash, .certificate) == digest(name, .applicationLabel, .key))
        #expect(try digest(name, .subject, .certificate) != digest(name, .account))
        #expect(try digest(name, .service) != digest(name, .account))
        #expect(try digest(name, .account) == digest(name, .account, .internetPassword))
    }

    @Test(arguments: ItemClass.allCases)
    func everyColumnHasItsDigest(_ itemClass: ItemClass) {
        let columns = itemClass.attributes.digestColumns
        let empty = keybag.digests(of: [:], in: itemClass)
        #expect(empty.count == columns.count)
        for (index, column) in columns.enumerated() {
            let digest = empty[index]
            guard column.isPrimaryKey else {
                #expect(digest == nil)
                continue
            }
            let value = column.defaultValue ?? .data([])
            #expect(digest == keybag.digest(value, forColumn: index, of: itemClass))
            #expect(digest?.count == 16)
        }
        // Each attribute alone fills its own column and no other.
        for (index, column) in columns.enumerated() {
            let filled = keybag.digests(of: [column.attribute: .data([9])], in: itemClass)
            #expect(
                filled[index] == keybag.digest(.data([9]), forColumn: index, of: itemClass))
            for other in columns.indices where other != index {
                #expect(filled[other] == empty[other])
            }
        }
    }

    @Test func digestsOfClearColumnsAreNoneOfTheRow() {
        let columns = ItemClass.genericPassword.attributes.digestColumns.map(\.attribute)
        for clear in [Attribute.accessGroup, .accessible, .synchronizable, .tombstone] {
            #expect(!columns.contains(clear))
        }
    }

    @Test(arguments: ItemClass.stored)
    func everyPartOfThePrimaryKeyCounts(_ itemClass: ItemClass) {
        func key(
            _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue] = [:],
            group: String = "g", synchronizable: Bool = false
        ) -> [UInt8] {
            keybag.primaryKey(
                itemClass: itemClass, accessGroup: group, synchronizable: synchronizable,
                attributes: attributes)
        }
        let plain = key(itemClass)
        var seen: Set = [plain]
        #expect(plain.count == 16)
        #expect(seen.insert(key(itemClass, group: "")).inserted)
        #expect(seen.insert(key(itemClass, synchronizable: true)).inserted)
        for other in ItemClass.stored where other != itemClass {
            #expect(seen.insert(key(other)).inserted)
        }
        for description in itemClass.attributes.primaryKey {
            #expect(seen.insert(key(itemClass, [description.attribute: .data([9])])).inserted)
            if let value = description.defaultValue {
                #expect(key(itemClass, [description.attribute: value]) == plain)
            }
        }
        #expect(key(itemClass, [.label: .string("no part of it")]) == plain)
    }

    @Test func noTwoTuplesShareTheirBytes() {
        var seen: Set<[UInt8]> = []
        let parts = ["", "a", "b", "ab", "aa", "\0", "a\0", "A"]
        for group in parts {
            for account in parts {
                for service in parts {
                    let key = keybag.primaryKey(
                        itemClass: .genericPassword, accessGroup: group, synchronizable: false,
                        attributes: [.account: .string(account), .service: .string(service)])
                    #expect(seen.insert(key).inserted)
                }
            }
        }
        #expect(seen.count == parts.count * parts.count * parts.count)
    }

    @Test func thePrimaryKeyIsBlindToTypes() {
        func key(_ protocolValue: AttributeValue, _ account: AttributeValue) -> [UInt8] {
            keybag.primaryKey(
                itemClass: .internetPassword, accessGroup: "g", synchronizable: false,
                attributes: [.protocol: protocolValue, .account: account])
        }
        #expect(
            key(.string("http"), .string("a")) == key(.number(0x6874_7470), .data([0x61])))
        #expect(key(.string("http"), .string("a")) != key(.string("htps"), .string("a")))
    }
}
