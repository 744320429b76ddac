// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What an add meets in the store.
@Suite struct AddTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    @Test func takesThePlaceOfADamagedItem() throws {
        try keychain.add(.password(service: "s", account: "a", secret: "old"))
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed)")
        #expect { try keychain.find(.password([:])) } throws: { KeychainError.Code.decode ~= $0 }
        try keychain.add(.password(service: "s", account: "a", secret: "new"))
        #expect(
            try keychain.find(.password([:], limit: .all)).map { $0.secret?.copied }
                == [Array("new".utf8)])
        #expect(test.findings("quarantine").first?.text == "1 rows kept, 1 not acknowledged")
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
    }

    @Test func takesThePlaceOfAnItemWhoseSecretIsDamaged() throws {
        try keychain.add(.password(service: "s", secret: "old"))
        test.tamper("UPDATE genp SET data=x'0011'")
        try keychain.add(.password(service: "s", secret: "new"))
        #expect(try keychain.find(.password([:]))[0].secret?.copied == Array("new".utf8))
        #expect(test.findings("quarantine").first?.isProblem == true)
    }

    @Test func takesThePlaceOfATombstone() throws {
        let item = try NewItem.password(service: "s", [.synchronizable: .number(1)])
        let first = try keychain.add(item).reference
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        conditions.leavesTombstones = true
        try keychain.delete(Query(.genericPassword, conditions))
        let second = try keychain.add(item).reference
        #expect(first != second)
        #expect {
            try keychain.find(.password([.tombstone: .number(1), .synchronizable: .number(1)]))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
        #expect(test.findings("quarantine").first?.text == "empty")
    }

    @Test func aDuplicateChangesNothing() throws {
        try keychain.add(.password(service: "s", secret: "first"))
        let before = test.findings("manifest")
        for _ in 0..<3 {
            #expect {
                try keychain.add(.password(service: "s", secret: "second"))
            } throws: { KeychainError.Code.duplicateItem ~= $0 }
        }
        #expect(try keychain.find(.password([:]))[0].secret?.copied == Array("first".utf8))
        #expect(test.findings("manifest") == before)
    }

    /// No manifest is made up from what is there: a repair counts anew, and notes that it did.
    @Test(arguments: [
        "UPDATE manifest SET record=x'0102'", "DELETE FROM manifest",
        "UPDATE manifest SET rev=rev+1",
    ])
    func aForgedManifestIsRefused(_ sql: String) throws {
        try keychain.add(.password(service: "one"))
        test.tamper(sql)
        #expect(!test.isHealthy("manifest"))
        for _ in 0..<2 {
            do throws(KeychainError) {
                try keychain.add(.password(service: "two"))
                Issue.record("a manifest was made up")
            } catch {
                #expect(error.code == .notAvailable && error.detail.contains("doctor --repair"))
            }
        }
        _ = try keychain.repair()
        #expect(test.isHealthy("manifest"))
        #expect(
            test.findings("manifest")[0].text
                == "agrees with 1 row; counted anew by a repair")
        try keychain.add(.password(service: "two"))
        // The mark stays after later writes, and after its record is edited.
        test.tamper("DELETE FROM incidents")
        #expect(
            test.findings("manifest").contains { $0.isProblem && $0.text.contains("incidents") })
    }

    @Test func aRowDeletedBehindOurBackStaysKnown() throws {
        for name in ["a", "b", "c"] { try keychain.add(.password(service: name)) }
        test.tamper("DELETE FROM genp WHERE rowid=2")
        try keychain.add(.password(service: "d"))
        let found = try #require(test.findings("manifest").first)
        #expect(found.isProblem && found.text.hasPrefix("counts 4 rows, but the store has 3"))
    }

    @Test func akpuNeedsAPasscode() {
        #expect {
            try keychain.add(.password(service: "s", [.accessible: .string("akpu")]))
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
    }

    /// The same 16 random bytes twice are refused, not overwritten.
    @Test func referencesAreNeverGivenTwice() throws {
        let home = TemporaryHome()
        let keychain = Keychain(
            home: home.path,
            system: SystemSources(
                random: RandomSource { $0.initializeMemory(as: UInt8.self, repeating: 7) }))
        try keychain.add(.password(service: "a"))
        #expect {
            try keychain.add(.password(service: "b"))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try keychain.find(.password([:], limit: .all)).count == 1)
    }
}
