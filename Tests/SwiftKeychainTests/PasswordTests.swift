// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct PasswordTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    @Test func addFindDelete() throws {
        let added = try keychain.add(.password(service: "mail", account: "ann", secret: "pass"))
        let found = try keychain.find(.password([.service: .string("mail")]))
        #expect(found.count == 1)
        #expect(found[0].secret?.copied == Array("pass".utf8))
        #expect(found[0][.account] == .string("ann"))
        #expect(found[0].reference == added.reference)
        #expect(found[0].accessGroup == "unsigned")
        #expect(try keychain.delete(.password([.service: .string("mail")])) == 1)
        #expect {
            try keychain.find(.password([.service: .string("mail")]))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func duplicateIsRefused() throws {
        try keychain.add(.password(service: "mail", account: "ann"))
        #expect {
            try keychain.add(.password(service: "mail", account: "ann", secret: "other"))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(
            try keychain.find(.password([:]))[0].secret?.copied == Array("secret".utf8))
    }

    @Test func updateKeepsWhatItDoesNotName() throws {
        try keychain.add(.password(service: "mail", account: "ann", [.label: .string("L")]))
        let before = try keychain.find(.password([:]))[0]
        let change = try Change([.comment: .string("new")])
        #expect(try keychain.update(.password([.account: .string("ann")]), change) == 1)
        let after = try keychain.find(.password([.comment: .string("new")]))[0]
        #expect(after[.label] == .string("L"))
        #expect(after.secret?.copied == Array("secret".utf8))
        #expect(after.reference == before.reference)
        #expect(after[.creationDate] == before[.creationDate])
        #expect(after.revision == 2)
    }

    @Test func updateOfManyIsAllOrNothing() throws {
        for account in ["a", "b", "c"] {
            try keychain.add(.password(service: "s", account: account))
        }
        // The second row would collide with the first.
        #expect {
            try keychain.update(
                .password([.service: .string("s")]), Change([.account: .string("same")]))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        let found = try keychain.find(.password([:], limit: .all))
        #expect(found.map { $0[.account] } == [.string("a"), .string("b"), .string("c")])
    }

    @Test func oldestFirstAndLimits() throws {
        for account in ["c", "a", "b"] {
            try keychain.add(.password(service: "s", account: account))
        }
        let all = try keychain.find(.password([:], limit: .all))
        #expect(all.map { $0[.account] } == [.string("c"), .string("a"), .string("b")])
        #expect(try keychain.find(.password([:], limit: .atMost(2))).count == 2)
        #expect(try keychain.delete(.password([:], limit: .one)) == 1)
        #expect(try keychain.find(.password([:]))[0][.account] == .string("a"))
    }

    @Test func groupsHoldBetweenPrograms() throws {
        let mine = test.asProgram(groups: ["mine", "shared"])
        let theirs = test.asProgram(groups: ["theirs", "shared"])
        try mine.add(.password(service: "own"))
        try mine.add(.password(service: "both", [.accessGroup: .string("shared")]))
        #expect(
            try theirs.find(.password([:], limit: .all)).map { $0[.service] } == [
                .string("both")
            ])
        #expect {
            try theirs.find(.password([.accessGroup: .string("mine")]))
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        #expect {
            try keychain.add(.password(service: "x", [.accessGroup: .string("mine")]))
        } throws: { KeychainError.Code.noAccessForItem ~= $0 }
        #expect(try test.asProgram(groups: ["*"]).find(.password([:], limit: .all)).count == 2)
    }

    @Test func synchronizableIsAnotherItem() throws {
        try keychain.add(.password(service: "s", secret: "here"))
        try keychain.add(.password(service: "s", secret: "there", [.synchronizable: .number(1)]))
        #expect(try keychain.find(.password([:], limit: .all)).count == 1)
        var conditions = Query.Conditions([.service: .string("s")])
        conditions.synchronizable = .any
        conditions.limit = .all
        #expect(try keychain.find(Query(.genericPassword, conditions)).count == 2)
        conditions.synchronizable = .only(true)
        conditions.leavesTombstones = true
        try keychain.delete(Query(.genericPassword, conditions))
        let buried = try keychain.find(
            .password([.tombstone: .number(1), .synchronizable: .number(1)]))
        #expect(buried[0].secret == nil)
        #expect(buried[0][.service] == .string("s"))
        // A new item takes the place of the tombstone.
        try keychain.add(.password(service: "s", secret: "new", [.synchronizable: .number(1)]))
    }

    @Test func absentAndEmptySecretsDiffer() throws {
        try keychain.add(.password(service: "none", secret: nil))
        try keychain.add(.password(service: "empty", secret: ""))
        #expect(try keychain.find(.password([.service: .string("none")]))[0].secret == nil)
        #expect(try keychain.find(.password([.service: .string("empty")]))[0].secret?.count == 0)
    }

    @Test func insensitiveComparisonScans() throws {
        try keychain.add(.password(service: "Café"))
        var conditions = Query.Conditions([.service: .string("cafe")])
        #expect {
            try keychain.find(Query(.genericPassword, conditions))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        conditions.comparison = [.caseInsensitive, .diacriticInsensitive]
        #expect(try keychain.find(Query(.genericPassword, conditions)).count == 1)
    }

    @Test func constrainedItemsExistAndAreDeletedOnly() throws {
        let control = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        try keychain.add(.password(service: "s", [.accessControl: .data(control.encoded())]))
        let closed = try keychain.find(.password([:]), returning: [])
        #expect(closed.count == 1)
        #expect(closed[0].stored.isEmpty)
        // There is no passcode that could be given.
        #expect {
            try keychain.find(.password([:]), returning: [.attributes])
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect {
            try keychain.update(.password([:]), Change([.label: .string("x")]))
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(try keychain.delete(.password([:])) == 1)
    }
}
