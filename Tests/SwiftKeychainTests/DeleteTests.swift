// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct DeleteTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    private func accounts() throws -> [String] {
        try keychain.find(.password([:], limit: .all)).map { $0[.account]?.text ?? "" }
    }

    @Test func oldestFirstUpToTheLimit() throws {
        for name in ["c", "a", "b", "d"] {
            try keychain.add(.password(service: "s", account: name))
        }
        #expect(try keychain.delete(.password([:], limit: .one)) == 1)
        #expect(try accounts() == ["a", "b", "d"])
        #expect(try keychain.delete(.password([:], limit: .atMost(2))) == 2)
        #expect(try accounts() == ["d"])
        #expect(try keychain.delete(.password([:], limit: .atMost(9))) == 1)
        #expect { try keychain.delete(.password([:])) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
        #expect(test.isHealthy("manifest"))
    }

    @Test func moreThanOnePage() throws {
        for index in 0..<300 { try keychain.add(.password(service: "s", account: "\(index)")) }
        #expect(try keychain.delete(.password([:], limit: .atMost(200))) == 200)
        #expect(try accounts() == (200..<300).map(String.init))
        #expect(try keychain.delete(.password([:])) == 100)
        #expect(test.isHealthy("manifest"))
    }

    @Test func damagedRowsAreKeptAside() throws {
        for name in ["a", "b", "c"] { try keychain.add(.password(service: "s", account: name)) }
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid=2")
        #expect(try keychain.delete(.password([:])) == 3)
        #expect(test.findings("quarantine").first?.text == "1 rows kept, 1 not acknowledged")
        #expect(test.findings("rows").first?.text == "0, all open")
        #expect(test.isHealthy("manifest"))
    }

    @Test func aLimitCountsDamagedRowsToo() throws {
        for name in ["a", "b", "c"] { try keychain.add(.password(service: "s", account: name)) }
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid<3")
        #expect(try keychain.delete(.password([:], limit: .atMost(2))) == 2)
        #expect(test.findings("rows").first?.text == "1, all open")
        #expect(try keychain.delete(.password([:], limit: .atMost(2))) == 1)
        #expect(test.findings("quarantine").first?.text == "2 rows kept, 2 not acknowledged")
    }

    /// Where only its plaintext can say whether a row is meant, a closed one is left alone.
    @Test func damagedRowsThatMayNotBeMeantStay() throws {
        try keychain.add(.password(service: "s"))
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed)")
        var conditions = Query.Conditions([.service: .string("OTHER")])
        conditions.comparison = .caseInsensitive
        #expect {
            try keychain.delete(Query(.genericPassword, conditions))
        } throws: { KeychainError.Code.decode ~= $0 }
        #expect(test.findings("quarantine").first?.text == "empty")
    }

    @Test func aDamagedSecretDoesNotHinderADelete() throws {
        try keychain.add(.password(service: "s"))
        test.tamper("UPDATE genp SET data=x'00'")
        #expect(try keychain.delete(.password([:])) == 1)
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
    }

    @Test func tombstonesKeepTheirKeyAndNoMore() throws {
        let attributes: [Attribute: AttributeValue] = [
            .synchronizable: .number(1), .label: .string("L"), .comment: .string("C"),
        ]
        let reference = try keychain.add(
            .password(service: "s", account: "a", attributes)
        ).reference
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        conditions.leavesTombstones = true
        #expect(try keychain.delete(Query(.genericPassword, conditions)) == 1)
        conditions.attributes[.tombstone] = .number(1)
        let left = try keychain.find(Query(.genericPassword, conditions))[0]
        #expect(left.reference == reference && left.revision == 2 && left.isTombstone)
        #expect(left.stored[.label] == nil && left.stored[.comment] == nil && left.secret == nil)
        #expect(left[.account] == .string("a") && left[.service] == .string("s"))
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
    }
}
