// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SeededGenerator
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Whatever goes in comes out, byte for byte.
@Suite struct AnyBytesTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }
    var note: Comment { "\(SeededGenerator.note)" }

    private func query(_ item: Item) throws -> Query {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        return try Query(nil, conditions)
    }

    private func unlessDuplicate(_ new: NewItem) throws(KeychainError) -> Item? {
        do {
            return try keychain.add(new)
        } catch {
            if error.code == .duplicateItem { return nil }
            throw error
        }
    }

    private func expectSame(_ new: NewItem, _ found: Item) {
        for (attribute, value) in new.attributes {
            #expect(found.stored[attribute] == value, "\(attribute), \(note)")
        }
        let dates: Set<Attribute> = [.creationDate, .modificationDate]
        #expect(Set(found.stored.keys).subtracting(dates) == Set(new.attributes.keys), note)
        #expect(found.secret == new.secret, note)
        #expect((found.secret == nil) == (new.secret == nil), note)
    }

    @Test func randomItems() throws {
        var random = RandomItems(generator: SeededGenerator())
        var added: [(NewItem, Item)] = []
        for _ in 0..<150 {
            let new = try random.item()
            // Few attributes, all of them alike: duplicates happen.
            if let item = try unlessDuplicate(new) { added.append((new, item)) }
        }
        #expect(added.count > 100, note)
        for (new, item) in added {
            expectSame(new, item)
            expectSame(new, try keychain.find(query(item))[0])
        }
        // Each is found by its own attributes, too.
        for (new, item) in added {
            var conditions = Query.Conditions(new.attributes)
            conditions.limit = .all
            let found = try keychain.find(Query(new.itemClass, conditions), returning: .attributes)
            #expect(found.contains { $0.reference == item.reference }, note)
        }
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"), note)
    }

    @Test func randomChanges() throws {
        var random = RandomItems(generator: SeededGenerator(SeededGenerator.runSeed &+ 1))
        for _ in 0..<50 {
            let item = try keychain.add(.password(service: "to be changed"))
            var new = try random.item()
            while new.itemClass != .genericPassword { new = try random.item() }
            var attributes = new.attributes
            attributes[.tokenID] = nil
            try keychain.update(query(item), Change(attributes, secret: new.secret))
            let found = try keychain.find(query(item))[0]
            for (attribute, value) in attributes {
                #expect(found.stored[attribute] == value, "\(attribute), \(note)")
            }
            #expect(found.secret?.copied == (new.secret?.copied ?? Array("secret".utf8)), note)
            try keychain.delete(query(item))
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4095, 4096, 4097, 65536, 1 << 20, 16 << 20])
    func sizesOfSecrets(_ count: Int) throws {
        let byte = UInt8(truncatingIfNeeded: count)
        let secret = SecretBytes(count: count) { buffer in
            for index in stride(from: 0, to: count, by: 97) {
                buffer[index] = byte &+ UInt8(truncatingIfNeeded: index / 97)
            }
        }
        try keychain.add(NewItem(.genericPassword, attributes: [:], secret: secret))
        #expect(try keychain.find(.password([:]))[0].secret == secret)
        #expect(test.isHealthy("rows"))
    }

    @Test func limitsAreExact() throws {
        let most = [UInt8](repeating: 0xff, count: Limits.attributeBytes)
        try keychain.add(.password(service: "s", [.generic: .data(most)]))
        #expect(try keychain.find(.password([.generic: .data(most)]))[0][.generic] == .data(most))
        #expect {
            try NewItem.password(service: "s", [.generic: .data(most + [0])])
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try NewItem(
                .genericPassword, attributes: [:],
                secret: SecretBytes(count: Limits.secretBytes + 1) { _ in })
        } throws: { KeychainError.Code.parameter ~= $0 }
    }

    /// Unicode calls them one text; they are two items, and a search finds the one it spells.
    @Test(arguments: [
        ("caf\u{e9}", "cafe\u{301}"), ("\u{2126}", "\u{3a9}"), ("\u{ac00}", "\u{1100}\u{1161}"),
        ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("a", "a\0"), ("", "\0"), ("a", "A"), ("a", "a "),
    ])
    func keysAreComparedByTheirBytes(_ one: String, _ other: String) throws {
        try keychain.add(.password(service: one, secret: "one"))
        try keychain.add(.password(service: other, secret: "other"))
        for (text, secret) in [(one, "one"), (other, "other")] {
            let found = try keychain.find(.password([.service: .string(text)], limit: .all))
            #expect(found.map { $0.secret?.copied } == [Array(secret.utf8)])
            #expect {
                try keychain.add(.password(service: text))
            } throws: { KeychainError.Code.duplicateItem ~= $0 }
        }
    }

    /// Bytes and the text they spell are one key, whatever the type.
    @Test func textAndItsBytesAreOneKey() throws {
        try keychain.add(.password(service: "caf\u{e9}"))
        let bytes = AttributeValue.data(Array("caf\u{e9}".utf8))
        #expect(
            try keychain.find(.password([.service: bytes]))[0][.service] == .string("caf\u{e9}"))
        #expect {
            try keychain.add(
                NewItem(.genericPassword, attributes: [.service: bytes, .account: .string("")]))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        let invalid = AttributeValue.data([0xff, 0xfe, 0x00, 0xc3])
        try keychain.add(NewItem(.genericPassword, attributes: [.service: invalid]))
        #expect(try keychain.find(.password([.service: invalid]))[0][.service] == invalid)
    }
}
