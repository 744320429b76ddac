// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct DigestQueryTests {
    let keybag: Keybag
    let authorisation = Call(Caller(groups: ["g", "h"], isUnsigned: false))

    init() throws { keybag = try Keybag.create(deviceKey: .generate()) }

    private func digested(
        _ itemClass: ItemClass? = .genericPassword, _ attributes: [Attribute: AttributeValue] = [:],
        _ change: (inout Query.Conditions) -> Void = { _ in }
    ) throws -> DigestedQuery {
        var conditions = Query.Conditions(attributes)
        change(&conditions)
        let query = try Query(itemClass, conditions)
        return DigestedQuery(try authorisation.authorise(query, for: .find), keybag: keybag)
    }

    private func digest(_ attribute: Attribute, _ value: AttributeValue) throws -> [UInt8] {
        let table = ItemClass.genericPassword.attributes
        let column = try #require(table.digestPosition(of: attribute))
        return keybag.digest(value, forColumn: column, of: .genericPassword)
    }

    @Test func conditionsBecomeDigests() throws {
        let result = try digested(
            .genericPassword, [.service: .string("s"), .account: .data([1]), .label: .number(7)])
        let query = try #require(result.storeQueries.first)
        #expect(result.storeQueries.count == 1 && result.isExact)
        let table = ItemClass.genericPassword.attributes
        let expected = [
            table.digestPosition(of: .service)!: try digest(.service, .string("s")),
            table.digestPosition(of: .account)!: try digest(.account, .data([1])),
            table.digestPosition(of: .label)!: try digest(.label, .number(7)),
        ]
        #expect(
            Dictionary(uniqueKeysWithValues: query.digests.map { ($0.column, $0.digest) })
                == expected)
        #expect(query.groups == .some(["g", "h"]))
        #expect(query.tombstone == false && query.synchronizable == false)
        #expect(query.protection == nil && query.persistentReferences == nil)
    }

    /// The store sees no value: text and its digest have nothing in common but the key.
    @Test func whatLooksAlikeIsDigestedAlike() throws {
        #expect(try digest(.service, .string("s")) == digest(.service, .data([0x73])))
        #expect(try digest(.service, .string("s")) != digest(.account, .string("s")))
        #expect(
            try digest(.service, .string("caf\u{e9}")) != digest(.service, .string("cafe\u{301}")))
    }

    @Test func insensitiveTextIsNotDigested() throws {
        let result = try digested(.genericPassword, [.service: .string("S"), .account: .data([1])])
        {
            $0.comparison = .caseInsensitive
        }
        // Bytes know no case; only the text is left for plaintext comparison.
        let positions = result.storeQueries[0].digests.map(\.column)
        #expect(positions == [ItemClass.genericPassword.attributes.digestPosition(of: .account)!])
        #expect(!result.isExact)
    }

    @Test func hostsAreComparedInPlaintext() throws {
        let result = try digested(.internetPassword) { $0.hostOrSubdomain = "example.com" }
        #expect(!result.isExact && result.storeQueries[0].digests.isEmpty)
    }

    @Test func clearColumnsStayClear() throws {
        let result = try digested(
            .genericPassword,
            [.accessGroup: .string("h"), .accessible: .string("ck"), .tombstone: .number(1)]
        ) { $0.synchronizable = .any }
        let query = result.storeQueries[0]
        #expect(query.groups == .some(["h"]) && query.protection == "ck")
        #expect(query.tombstone == true && query.synchronizable == nil && query.digests.isEmpty)
    }

    @Test func referencesOfSeveralClasses() throws {
        let generic = PersistentReference(
            itemClass: .genericPassword, uuid: [UInt8](repeating: 1, count: 16))
        let internet = PersistentReference(
            itemClass: .internetPassword, uuid: [UInt8](repeating: 2, count: 16))
        let both = try digested(nil) { $0.references = [internet, generic] }
        #expect(both.storeQueries.map(\.itemClass) == [.genericPassword, .internetPassword])
        #expect(both.storeQueries.map(\.persistentReferences) == [[generic.uuid], [internet.uuid]])
        // Two lists mean what lies in both.
        let narrowed = try digested(nil) {
            $0.references = [internet, generic]
            $0.itemList = [generic]
        }
        #expect(narrowed.storeQueries.map(\.persistentReferences) == [[generic.uuid], []])
    }
}
