// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A clock that a test sets.
private final class TestClock: Sendable {
    private let seconds: Mutex<Double>
    init(_ seconds: Double) { self.seconds = Mutex(seconds) }
    func set(_ value: Double) { seconds.withLock { $0 = value } }
    var system: SystemSources { SystemSources(now: { [self] in seconds.withLock { $0 } }) }
}

@Suite struct UpdateTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    private func date(_ value: AttributeValue?) -> Double {
        if case .date(let seconds) = value { seconds } else { .nan }
    }

    @Test func modificationIsAlwaysLater() throws {
        let clock = TestClock(1000)
        let home = TemporaryHome()
        let keychain = Keychain(home: home.path, system: clock.system)
        try keychain.add(.password(service: "s"))
        var last = 1000.0
        // The clock stands, goes back a long way, and comes forward again.
        for time in [1000, 1000, -5000, 10, 2000, 1999.5] {
            clock.set(time)
            try keychain.update(.password([:]), Change([.label: .string("\(time)")]))
            let item = try keychain.find(.password([:]))[0]
            let modified = date(item[.modificationDate])
            #expect(modified > last)
            #expect(modified == max(time, last + 0.001))
            #expect(date(item[.creationDate]) == 1000)
            last = modified
        }
    }

    /// One long secret may be given to any number of items.
    @Test func whatIsChangedClaimsItsMemory() throws {
        for account in 0..<20 {
            try keychain.add(.password(service: "s", account: "\(account)", secret: "old"))
        }
        let claimed = Mutex(0)
        let call = Call(
            .unsigned,
            claim: { bytes in
                claimed.withLock { claimed in
                    claimed += bytes
                    return claimed < 1 << 20
                }
            })
        let query = try Query.password([.service: .string("s")], limit: .all)
        let change = try Change([:], secret: SecretBytes(count: 100_000) { _ in })
        let request = Request(.update(query, change), at: Location(home: test.home.path))
        guard case .failed(let error) = EmbeddedService().perform(request, in: call) else {
            Issue.record("not refused")
            return
        }
        #expect(error.detail == Call.noRoom.detail)
        let secrets = try keychain.find(query, returning: .secret).map { $0.secret?.copied }
        #expect(secrets == Array(repeating: Array("old".utf8), count: 20))
    }

    @Test func givenDatesAreIgnored() throws {
        try keychain.add(.password(service: "s", [.creationDate: .date(1)]))
        let before = try keychain.find(.password([:]))[0]
        #expect(date(before[.creationDate]) > 1)
        try keychain.update(
            .password([:]), Change([.creationDate: .date(2), .modificationDate: .date(3)]))
        let after = try keychain.find(.password([:]))[0]
        #expect(after[.creationDate] == before[.creationDate])
        #expect(date(after[.modificationDate]) > date(before[.modificationDate]))
    }

    @Test func oldestFirstUpToTheLimit() throws {
        for name in ["c", "a", "b"] { try keychain.add(.password(service: "s", account: name)) }
        let change = try Change([.label: .string("L")])
        #expect(try keychain.update(.password([:], limit: .atMost(2)), change) == 2)
        let found = try keychain.find(.password([.label: .string("L")], limit: .all))
        #expect(found.map { $0[.account]?.text } == ["c", "a"])
        // An update does not make an item younger.
        let all = try keychain.find(.password([:], limit: .all))
        #expect(all.map { $0[.account]?.text } == ["c", "a", "b"])
    }

    @Test func moreThanOnePage() throws {
        for index in 0..<300 { try keychain.add(.password(service: "s", account: "\(index)")) }
        let change = try Change([.service: .string("t")])
        #expect(try keychain.update(.password([.service: .string("s")]), change) == 300)
        #expect(try keychain.find(.password([.service: .string("t")], limit: .all)).count == 300)
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
    }

    @Test func takesThePlaceOfADamagedItem() throws {
        try keychain.add(.password(service: "old"))
        try keychain.add(.password(service: "new"))
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid=1")
        let change = try Change([.service: .string("old")])
        try keychain.update(.password([.service: .string("new")]), change)
        #expect(try keychain.find(.password([:], limit: .all)).count == 1)
        #expect(test.findings("quarantine").first?.text == "1 rows kept, 1 not acknowledged")
        #expect(test.isHealthy("manifest"))
    }

    @Test func onlyDamagedItemsMatch() throws {
        try keychain.add(.password(service: "s"))
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed)")
        #expect {
            try keychain.update(.password([:]), Change([.label: .string("x")]))
        } throws: { KeychainError.Code.decode ~= $0 }
        #expect(test.findings("quarantine").first?.text == "empty", "an update moves nothing")
    }

    @Test func anotherSecretAndNone() throws {
        try keychain.add(.password(service: "s", secret: "old"))
        let secret = SecretBytes(copying: Array("new".utf8))
        try keychain.update(.password([:]), Change([:], secret: secret))
        #expect(try keychain.find(.password([:]))[0].secret == secret)
        try keychain.update(.password([:]), Change([:], secret: SecretBytes(copying: [])))
        #expect(try keychain.find(.password([:]))[0].secret?.count == 0)
    }

    @Test func anotherProtectionClassAndGroup() throws {
        let program = test.asProgram(groups: ["a", "b"])
        let reference = try program.add(.password(service: "s")).reference
        try program.update(
            .password([:]), Change([.accessible: .string("dku"), .accessGroup: .string("b")]))
        let found = try program.find(.password([.accessible: .string("dku")]))[0]
        #expect(found.accessGroup == "b" && found.reference == reference)
        #expect(found.secret?.copied == Array("secret".utf8))
        #expect(test.isHealthy("rows") && test.isHealthy("manifest"))
    }

    @Test func skippingIsForSearches() throws {
        try keychain.add(.password(service: "s"))
        let query = AskedQuery(
            try Query(.genericPassword, Query.Conditions()), Authentication(policy: .skip))
        #expect {
            try keychain.update(query, Change([.label: .string("x")]))
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect { try keychain.delete(query) } throws: { KeychainError.Code.parameter ~= $0 }
    }

    @Test func whatIsMissingIsAddedInTheSameTransaction() throws {
        let query = try Query.password([.service: .string("s")])
        func store(_ secret: String) throws -> Int {
            try keychain.put(
                .password(service: "s", secret: secret), orUpdate: query,
                Change([:], secret: secret.passcode))
        }
        #expect(try store("one") == 0)
        #expect(try store("two") == 1)
        let found = try keychain.find(.password([:], limit: .all), returning: .secret)
        #expect(found.map { $0.secret?.withBytes { Array($0) } } == [Array("two".utf8)])
        // What is there, but damaged, is not doubled.
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed)")
        #expect { try store("three") } throws: { KeychainError.Code.decode ~= $0 }
    }
}
