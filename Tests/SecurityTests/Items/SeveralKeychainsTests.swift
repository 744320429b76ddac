// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// One query on several keychains: order, limits, and what counts as not found.
@Suite struct SeveralKeychainsTests {
    private let lists: [String: Any] = [
        "m_SearchList": [
            SecKeychain(Keychain(path: "/a")), SecKeychain(Keychain(path: "/b")),
            SecKeychain(Keychain(path: "/c")),
        ]
    ]

    /// Says how many items each keychain has, and answers as a keychain does.
    private func items(
        _ more: [String: Any], _ counts: [String: Int]
    ) throws(KeychainError) -> (asked: [String], items: Int) {
        let request = try CopyRequest(generic(lists.merging(more) { $1 }))
        var asked: [String] = []
        let items = try request.items { (location, query, _) throws(KeychainError) in
            let path = "/" + location.path.drop { $0 == "/" }
            asked.append(path)
            let there = counts[path] ?? 0
            if there == 0 { throw KeychainError(.itemNotFound, "") }
            if there < 0 { throw KeychainError(.notAvailable, "") }
            let most =
                switch query.limit {
                case nil, .one: 1
                case .atMost(let count): count
                case .all: there
                }
            return (0..<min(there, most)).map { Self.item(UInt8($0)) }
        }
        return (asked, items.count)
    }

    private static func item(_ byte: UInt8) -> Item {
        Item(
            reference: reference(byte), revision: 1, accessGroup: "g",
            accessControl: AccessControl(plain: .always), synchronizable: false, isTombstone: false,
            stored: [:])
    }

    @Test func limits() throws {
        let counts = ["/a": 2, "/b": 2, "/c": 2]
        let one = try items([:], counts)
        #expect(one.items == 1 && one.asked == ["/a"])
        let three = try items(["m_Limit": 3], counts)
        #expect(three.items == 3 && three.asked == ["/a", "/b"])
        let all = try items(["m_Limit": "m_LimitAll"], counts)
        #expect(all.items == 6 && all.asked == ["/a", "/b", "/c"])
    }

    @Test func keychainsWithoutTheItem() throws {
        let found = try items([:], ["/c": 1])
        #expect(found.items == 1 && found.asked == ["/a", "/b", "/c"])
        #expect(failure { () throws(KeychainError) in _ = try items([:], [:]) } == .itemNotFound)
        let empty: [String: Any] = ["m_SearchList": [Any]()]
        #expect(failure { () throws(KeychainError) in _ = try items(empty, [:]) } == .itemNotFound)
    }

    @Test func otherErrorsEndTheCall() {
        #expect(
            failure { () throws(KeychainError) in _ = try items([:], ["/a": -1, "/b": 1]) }
                == .notAvailable)
    }

    /// An item that a persistent reference names is found beside a keychain that is broken.
    @Test func aBrokenKeychainHidesNoOther() throws {
        let one: [String: Any] = ["v_PersistentRef": reference(0).external]
        for limit in ["m_LimitOne", "m_LimitAll"] {
            let more = one.merging(["m_Limit": limit]) { $1 }
            let found = try items(more, ["/a": -1, "/b": 1, "/c": -1])
            #expect(found.items == 1)
            #expect(found.asked == (limit == "m_LimitOne" ? ["/a", "/b"] : ["/a", "/b", "/c"]))
            // It may lie in the one that cannot be searched.
            #expect(
                failure { () throws(KeychainError) in _ = try items(more, ["/b": -1]) }
                    == .notAvailable)
        }
        var deleted = 0
        try DeleteRequest(generic(lists.merging(one) { $1 })).perform {
            (location, _) throws(KeychainError) in
            if location == Keychain(path: "/a") { throw KeychainError(.notAvailable, "") }
            if location == Keychain(path: "/c") { throw KeychainError(.itemNotFound, "") }
            deleted += 1
            return 1
        }
        #expect(deleted == 1)
    }

    @Test func theOrderOfAListRunsAcrossKeychains() throws {
        let list = [
            SecKeychainItem(reference(1), in: Keychain(path: "/a")),
            SecKeychainItem(reference(2), in: Keychain(path: "/b")),
            SecKeychainItem(reference(3), in: Keychain(path: "/a")),
        ]
        func found(_ limit: Any) throws -> [UInt8?] {
            let request = try CopyRequest(["m_ItemList": list, "m_Limit": limit])
            let items = try request.items { (location, query, _) throws(KeychainError) in
                #expect(query.limit == .all)
                return location == Keychain(path: "/a")
                    ? [Self.item(3), Self.item(1)] : [Self.item(2)]
            }
            return items.map(\.item.reference.uuid.first)
        }
        #expect(try found("m_LimitAll") == [1, 2, 3])
        #expect(try found(2) == [1, 2])
        #expect(try found("m_LimitOne") == [1])
    }

    @Test func updatesAndDeletes() throws {
        let query = generic(lists.merging(["m_Limit": 3]) { $1 })
        var limits: [Query.Limit?] = []
        try DeleteRequest(query).perform { (_, query) throws(KeychainError) in
            limits.append(query.limit)
            return 2
        }
        #expect(limits == [.atMost(3), .atMost(1)])
        var updated = 0
        try UpdateRequest(generic(lists), ["labl": "x"]).perform {
            (_, _, _) throws(KeychainError) in
            updated += 1
            return 1
        }
        #expect(updated == 3)
    }

    @Test func theLastErrorIsKept() async {
        let status = LastError.status { () throws(KeychainError) in
            throw KeychainError(.parameter, "kSecClass: missing")
        }
        #expect(status == -50)
        #expect(LastError.current?.detail == "kSecClass: missing")
        #expect(LastError.status { () throws(KeychainError) in } == 0)
        #expect(LastError.current?.code == .parameter)
        await withCheckedContinuation { continuation in
            Thread {
                #expect(LastError.current == nil)
                continuation.resume()
            }.start()
        }
    }

    @Test func aSearchOfTheOnlyKeychainIsOneRequest() throws {
        let service = MemoryService()
        let keychain = Keychain(home: "/nowhere", service: service)
        try keychain.add(.password(service: "a"))
        let before = service.requests.count
        Keychain.$override.withValue(keychain) {
            var result: AnyObject?
            #expect(
                SecItemCopyMatching(generic(["svce": "a", "r_Attributes": true]), &result)
                    == errSecSuccess)
            #expect((result as? NSDictionary)?["svce"] as? String == "a")
        }
        #expect(service.requests.count == before + 1)
    }
}
