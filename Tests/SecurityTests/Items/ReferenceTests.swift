// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// Value keys that point at items, and the synchronizable filter beside them.
@Suite struct ReferenceTests {
    private let one = reference(1)
    private let other = reference(2)

    private func query(_ more: [String: Any]) throws -> Query {
        try CopyRequest(more as NSDictionary).query
    }

    private func code(_ more: [String: Any]) -> KeychainError.Code? {
        failure { _ = try CopyRequest(more as NSDictionary) }
    }

    @Test func persistentReferences() throws {
        let found = try query(["v_PersistentRef": one.external])
        #expect(found.itemClass == .genericPassword)
        #expect(found.references == [one])
        #expect(found.synchronizable == .any)
        // Attributes narrow further.
        let narrowed = try query(["v_PersistentRef": one.external, "acct": "me", "sync": 0])
        #expect(narrowed.conditions == [.account: .string("me")])
        #expect(narrowed.synchronizable == .only(false))
        #expect(try query(["class": "genp", "v_PersistentRef": one.external]).references == [one])
        #expect(code(["class": "inet", "v_PersistentRef": one.external]) == .noSuchClass)
    }

    @Test func otherForms() {
        var token = Data("tkpr".utf8)
        token.append(Data(count: 16))
        for wrong in [
            Data(), Data("genp".utf8), Data("genp".utf8) + Data(count: 8), token,
            one.external + Data([0]), Data("apls".utf8) + Data(count: 16), "genp", 5, NSNull(),
            SecKeychainItem(one),
        ] as [Any] {
            #expect(queryFailures(["v_PersistentRef": wrong]) == [.parameter])
            #expect(addFailure(["v_PersistentRef": wrong]) == .parameter)
        }
        for itemClass in [ItemClass.certificate, .key, .identity] {
            let reference = reference(1, itemClass)
            #expect(code(["v_PersistentRef": reference.external]) == nil)
        }
    }

    @Test func references() throws {
        let found = try query(["v_Ref": SecKeychainItem(one)])
        #expect(found.itemClass == .genericPassword)
        #expect(found.references == [one])
        #expect(code(["class": "inet", "v_Ref": SecKeychainItem(one)]) == .noSuchClass)
        for wrong in ["x", 5, NSNull(), one.external, SecKeychain(.login)] as [Any] {
            #expect(queryFailures(["v_Ref": wrong]) == [.parameter])
            #expect(addFailure(["v_Ref": wrong]) == .parameter)
        }
        #expect(addFailure(["v_Ref": SecKeychainItem(one)]) == .parameter)
    }

    @Test func allNarrow() throws {
        let both: [String: Any] = ["v_Ref": SecKeychainItem(one), "v_PersistentRef": one.external]
        #expect(try query(both).references == [one])
        let apart: [String: Any] = [
            "v_Ref": SecKeychainItem(one), "v_PersistentRef": other.external,
        ]
        #expect(try query(apart).references == [])
        let uuid = Data(one.uuid)
        #expect(try query(["class": "genp", "persistref": uuid]).references == [one])
        #expect(
            try query(["persistref": uuid, "v_Ref": SecKeychainItem(one)]).references == [one])
        #expect(try query(["persistref": uuid, "v_Ref": SecKeychainItem(other)]).references == [])
    }

    @Test func uuidOfTheItem() throws {
        let uuid = UUID()
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        #expect(try query(["class": "genp", "persistref": uuid]).references?.first?.uuid == bytes)
        #expect(try query(["class": "genp", "persistref": uuid]).synchronizable == .any)
        #expect(code(["persistref": uuid]) == .parameter)
        for wrong in [Data(), Data(count: 15), Data(count: 20), "x", 5, NSNull()] as [Any] {
            #expect(queryFailures(["persistref": wrong]) == [.parameter])
            #expect(addFailure(["persistref": wrong]) == .parameter)
        }
    }

    @Test func addIgnoresWhereItCameFrom() throws {
        #expect(
            try AddRequest(["v_PersistentRef": one.external, "acct": "me"]).groups()[0][0].itemClass
                == .genericPassword)
        #expect(addFailure(["v_PersistentRef": one.external]) == nil)
        #expect(
            addFailure(["v_PersistentRef": reference(1, .internetPassword).external])
                == .noSuchClass)
        #expect(addFailure(["persistref": Data(one.uuid)]) == nil)
    }

    @Test func synchronizable() throws {
        for (value, expected) in [
            (true, .only(true)), (false, .only(false)), (1, .only(true)), (0, .only(false)),
            ("1", .only(true)), ("syna", .any),
        ] as [(Any, Query.SynchronizableFilter)] {
            #expect(try query(["class": "genp", "sync": value]).synchronizable == expected)
        }
        #expect(try query(["class": "genp"]).synchronizable == .only(false))
        for wrong in [2, -1, "any", Data(), NSNull()] as [Any] {
            #expect(queryFailures(["sync": wrong]) == [.parameter])
            #expect(addFailure(["sync": wrong]) == .parameter)
        }
        #expect(try AddRequest(generic(["sync": true])).groups()[0][0].synchronizable)
        #expect(try !AddRequest(generic(["sync": "syna"])).groups()[0][0].synchronizable)
    }

    @Test func tombstones() throws {
        #expect(try query(["class": "genp", "tomb": 1]).tombstone)
        #expect(try !query(["class": "genp"]).tombstone)
        #expect(queryFailures(["tomb": 2]) == [.parameter])
    }
}
