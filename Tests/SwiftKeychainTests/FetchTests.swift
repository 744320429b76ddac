// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Items that are fetched by their references, without a search.
@Suite struct FetchTests {
    let home = TemporaryHome()
    var keychain: Keychain { Keychain(home: home.path, groups: ["a", "b"]) }

    private func add(_ account: String, _ group: String = "a") throws -> PersistentReference {
        try keychain.add(
            .password(
                service: "s", account: account, secret: account, [.accessGroup: .string(group)])
        ).reference
    }

    @Test func itemsComeInTheOrderOfTheirReferences() throws {
        let references = try ["1", "2", "3"].map { try add($0) }
        try keychain.delete(.password([.account: .string("2")]))
        let found = try keychain.fetch(
            references.reversed(), returning: [.attributes, .secret])
        #expect(found.map { $0.secret?.copied } == [Array("3".utf8), Array("1".utf8)])
        #expect(found.map(\.reference) == [references[2], references[0]])
        let without = try keychain.fetch([references[0]], returning: .attributes)
        #expect(without[0].secret == nil)
        #expect { try keychain.fetch([references[1]], returning: .attributes) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
    }

    /// Identities have no table.
    @Test func noItemHasTheReferenceOfAnIdentity() throws {
        let uuid = [UInt8](repeating: 1, count: 16)
        let identity = PersistentReference(itemClass: .identity, uuid: uuid)
        #expect { try keychain.fetch([identity], returning: .secret) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
        let other = try add("1")
        #expect(try keychain.fetch([identity, other], returning: .attributes).count == 1)
    }

    /// A client may repeat a reference as often as it likes.
    @Test func whatIsFetchedClaimsItsMemory() throws {
        let reference = try add("1")
        let claims = Mutex(0)
        let call = Call(
            Caller(groups: ["a"]),
            claim: { _ in
                claims.withLock { count in
                    count += 1
                    return count <= 3
                }
            })
        let request = Request(
            .fetch(Array(repeating: reference, count: 100), .secret), at: Location(home: home.path))
        guard case .failed(let error) = EmbeddedService().perform(request, in: call) else {
            Issue.record("not refused")
            return
        }
        #expect(error.detail == Call.noRoom.detail)
        #expect(claims.withLock { $0 } == 4)
    }

    /// A reference is no right to an item.
    @Test func itemsOfOtherGroupsDoNotExist() throws {
        let reference = try add("1", "b")
        let other = Keychain(home: home.path, groups: ["a"])
        #expect { try other.fetch([reference], returning: .secret) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
        let none = Keychain(home: home.path, groups: [])
        #expect { try none.fetch([reference], returning: .secret) } throws: {
            KeychainError.Code.missingEntitlement ~= $0
        }
        let all = Keychain(home: home.path, groups: ["*"])
        #expect(try all.fetch([reference], returning: .secret).count == 1)
        // Entitlements in a file give no right to trust settings.
        let trust = Caller.trustSettingsGroup
        let kept = try Keychain(home: home.path, groups: [trust]).add(
            .password(service: "s", account: "own", [.accessGroup: .string(trust)]))
        let byFile = Keychain(
            location: .success(Location(home: home.path)), service: EmbeddedService(),
            caller: Caller(groups: ["*"], isEntitledByFile: true))
        #expect { try byFile.fetch([kept.reference], returning: .secret) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
        #expect(try all.fetch([kept.reference], returning: .secret).count == 1)
    }

    @Test func aLockedItemIsNotAbsent() throws {
        let test = try PasscodeHome()
        let item = try test.keychain.add(
            .password(
                service: "s", account: "1", secret: "1",
                [.accessible: .string(ProtectionClass.whenUnlocked.rawValue)]))
        #expect(try test.keychain.fetch([item.reference], returning: .secret).count == 1)
        try test.enter(.locked)
        #expect { try test.keychain.fetch([item.reference], returning: .secret) } throws: {
            KeychainError.Code.interactionNotAllowed ~= $0
        }
    }

    @Test func theUserIsAskedForWhatAnItemDemands() throws {
        let user = TestUser(answers: [.types("pass"), .types("pass")])
        let keychain = user.keychain(home: home.path)
        let control = try AccessControl(
            protection: .alwaysThisDeviceOnly, flags: .applicationPassword)
        let item = try keychain.add(
            .password(service: "s", secret: "1", [.accessControl: .data(control.encoded())]))
        let found = try keychain.fetch([item.reference], returning: .secret)
        #expect(found[0].secret?.copied == Array("1".utf8))
        #expect(user.askedCount == 2)
    }

    /// What was chosen in one step of a call is all that the next step can find.
    @Test func aQueryAmongChosenItemsFindsNoOthers() throws {
        let references = try ["1", "2", "3"].map { try add($0) }
        let query = try Query.password([.service: .string("s")], limit: .all)
        let chosen = [references[2], references[0]]
        let found = try keychain.find(query.among(chosen))
        #expect(found.map(\.reference) == [references[0], references[2]])
        let other = try query.among([references[1]])
        #expect(!found.contains { other.matches($0) })
    }
}
