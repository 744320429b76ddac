// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainService
import Testing

/// The encoded form of requests and replies.
@Suite struct MessageTests {
    @Test(arguments: SampleMessages.requests.indices)
    func requestsAreReadAsTheyWereWritten(_ index: Int) throws {
        let message = SampleMessages.requests[index].encoded
        let again = try SentRequest(decoding: message).encoded
        #expect(again.body == message.body && again.secrets == message.secrets)
    }

    @Test(arguments: SampleMessages.replies.indices)
    func repliesAreReadAsTheyWereWritten(_ index: Int) throws {
        let message = SampleMessages.replies[index].encoded()
        let again = try Reply(decoding: message).encoded()
        #expect(again.body == message.body && again.secrets == message.secrets)
    }

    /// A secret is never part of the CBOR.
    @Test func secretsLieBesideTheCBOR() throws {
        let canary = Array("canary-9c1f".utf8)
        let item = try NewItem.password(service: "s", secret: "canary-9c1f")
        let message = SentRequest(
            Request(.add([[item]], duplicates: .refused), at: Location(home: "/h")),
            Grant(applicationPassword: SecretBytes(copying: canary))
        ).encoded
        #expect(message.secrets.map(\.copied) == [canary, canary])
        let places = message.body.indices.filter { message.body[$0...].starts(with: canary) }
        #expect(places.isEmpty)
    }

    @Test(arguments: SampleMessages.requests.indices)
    func whatIsCutOrExtendedIsRefused(_ index: Int) throws {
        let whole = SampleMessages.requests[index].encoded
        for count in whole.body.indices {
            let cut = Message(body: Array(whole.body[..<count]), secrets: whole.secrets)
            #expect(throws: KeychainError.self) { try SentRequest(decoding: cut) }
        }
        let longer = Message(body: whole.body + [0], secrets: whole.secrets)
        #expect(throws: KeychainError.self) { try SentRequest(decoding: longer) }
        let withMore = Message(
            body: whole.body, secrets: whole.secrets + [SecretBytes(copying: [1])])
        #expect(throws: KeychainError.self) { try SentRequest(decoding: withMore) }
    }

    @Test func secretsAreBounded() throws {
        let long = SecretBytes(count: Message.longestSecret + 1) { _ in }
        let message = SentRequest(Request(.verify(long), at: Location(home: "/h"))).encoded
        let error = try #require(throws: KeychainError.self) { try SentRequest(decoding: message) }
        #expect(error.code == .parameter)
    }

    /// Elements are larger in memory than the byte that they may take in a message.
    @Test func listsOfSmallElementsAreBounded() throws {
        let names = KeychainList.Change.searched([String](repeating: "", count: 200_000))
        let message = SentRequest(Request(.changeKeychainList(names), at: Location(home: "/h")))
        #expect(throws: KeychainError.self) { try SentRequest(decoding: message.encoded) }
        let references = (0..<200_000).map { _ in
            PersistentReference(itemClass: .genericPassword, uuid: [UInt8](repeating: 1, count: 16))
        }
        let query = try Query(.genericPassword, .named(references))
        let search = SentRequest(Request(.delete(query), at: Location(home: "/h")))
        #expect(throws: Never.self) { try SentRequest(decoding: search.encoded) }
    }

    /// A message is decoded by the initialisers that the typed API uses.
    @Test func whatTheInitialisersRefuseIsRefused() throws {
        // The same bytes with another attribute, which generic passwords don't have.
        let query = try Query.password([.account: .string("a")])
        let body = SentRequest(Request(.delete(query), at: Location(home: "/h"))).encoded.body
        let place = try #require(
            body.indices.first { body[$0...].starts(with: Array("acct".utf8)) })
        var edited = body
        edited.replaceSubrange(place..<(place + 4), with: Array("srvr".utf8))
        let error = try #require(throws: KeychainError.self) {
            try SentRequest(decoding: Message(body: edited, secrets: []))
        }
        #expect(error.code == .noSuchAttribute)
    }

    /// A copy of an item from elsewhere has its dates. What the store keeps of an item for itself, no program sets.
    @Test func anItemCarriesItsDatesAlone() throws {
        func decoded(_ carried: [Attribute: AttributeValue]) throws -> NewItem? {
            let item = try NewItem(
                derived: .genericPassword, attributes: [.service: .string("s")], secret: nil,
                carried: carried)
            let request = SentRequest(
                Request(.add([[item]], duplicates: .refused), at: Location(home: "/h")))
            guard
                case .add(let groups, _) = try SentRequest(decoding: request.encoded).request
                    .operation
            else { return nil }
            return groups.first?.first
        }
        let dates: [Attribute: AttributeValue] = [
            .creationDate: .date(1), .modificationDate: .date(2),
        ]
        #expect(try decoded(dates)?.carried == dates)
        for (attribute, value) in [
            (.syncMark, .date(1)), (.isIncluded, .date(1)), (.publicKey, .date(1)),
            (.creationDate, .string("today")), (.modificationDate, .date(.nan)),
        ] as [(Attribute, AttributeValue)] {
            #expect { try decoded([attribute: value]) } throws: {
                KeychainError.Code.decode ~= $0
            }
        }
    }

    /// No value of a request holds a closure, an object or an open file.
    @Test func requestsAndRepliesAreSendable() {
        func requireSendable(_ type: (some Sendable).Type) {}
        requireSendable(Request.self)
        requireSendable(Reply.self)
    }
}
