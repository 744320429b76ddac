// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainService
import Testing

/// The typed API above the seam, without a store.
@Suite struct MemoryServiceTests {
    private func keychain(
        _ service: any KeychainService, prompter: Prompter = TestUser(isThere: false).prompter
    ) -> Keychain {
        Keychain(home: "/nowhere", prompter: prompter, service: service)
    }

    @Test func itemsAreFoundChangedAndDeleted() throws {
        let keychain = keychain(RoundTripService(MemoryService()))
        try keychain.add(.password(service: "a", secret: "one"))
        try keychain.add(.password(service: "b"))
        #expect(throws: KeychainError.self) { try keychain.add(.password(service: "a")) }
        let query = try Query.password([.service: .string("a")])
        #expect(try keychain.update(query, Change([:], secret: "two".passcode)) == 1)
        #expect(try keychain.find(query)[0].secret?.copied == Array("two".utf8))
        #expect(try keychain.find(.password([:], limit: .all)).count == 2)
        #expect(try keychain.delete(query) == 1)
        #expect(throws: KeychainError.self) { try keychain.find(query) }
        #expect(
            try keychain.put(
                .password(service: "c"), orUpdate: .password([.service: .string("c")]),
                Change([.label: .string("new")])) == 0)
        #expect(
            try keychain.put(
                .password(service: "c"), orUpdate: .password([.service: .string("c")]),
                Change([.label: .string("new")])) == 1)
    }

    /// What a request lacks is asked for outside of it, and the same request is sent again.
    @Test func aRequestIsSentAgainWithWhatWasGranted() throws {
        let service = MemoryService { request in
            guard case .find = request.request.operation, request.grant.applicationPassword == nil
            else {
                return nil
            }
            return .lacks(Demand(.access(AccessControl.Demand(applicationPassword: true))))
        }
        let user = TestUser(answers: [.types("pw")])
        let keychain = keychain(RoundTripService(service), prompter: user.prompter)
        try keychain.add(.password(service: "a"))
        #expect(try keychain.find(.password([:])).count == 1)
        #expect(user.askedCount == 1)
        let finds = service.requests.filter {
            if case .find = $0.request.operation { true } else { false }
        }
        #expect(finds.count == 2)
        #expect(finds[1].grant.applicationPassword?.copied == Array("pw".utf8))
        // Where asking is forbidden the call fails at once.
        #expect(throws: KeychainError.self) {
            try keychain.find(.password([:]), asking: Authentication(policy: .fail))
        }
        #expect(user.askedCount == 1)
    }

    @Test func aReplyToAnotherRequestIsAnError() throws {
        let keychain = keychain(MemoryService { _ in .done })
        let error = try #require(throws: KeychainError.self) { try keychain.find(.password([:])) }
        #expect(error.code == .internalComponent)
    }

    @Test func aSearchAsksOneKeychainAfterTheOther() throws {
        let service = MemoryService()
        let first = keychain(service)
        let second = Keychain(home: "/elsewhere", service: service)
        try second.add(.password(service: "a"))
        var found = 0
        try SearchList([first, second]).find(limit: .one, named: nil) {
            (keychain, _) throws(KeychainError) in
            found = try keychain.find(try .password([:])).count
            return found
        }
        #expect(found == 1)
    }
}
