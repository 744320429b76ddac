// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainService
import Testing

@testable import Security

/// One query on several keychains: order, limits, and what counts as not found.
@Suite struct SeveralKeychainsTests {
    /// Searches three keychains, and says which were searched and how many items were found.
    private func items(
        _ more: [String: Any], _ counts: [Int]
    ) throws -> (asked: [String], items: Int) {
        let three = try ThreeKeychains(counts)
        let items = try CopyRequest(three.query(more)).items()
        return (three.searches.map(\.home), items.count)
    }

    @Test func limits() throws {
        let one = try items([:], [2, 2, 2])
        #expect(one.items == 1 && one.asked == ["/a"])
        let three = try items(["m_Limit": 3], [2, 2, 2])
        #expect(three.items == 3 && three.asked == ["/a", "/b"])
        let all = try items(["m_Limit": "m_LimitAll"], [2, 2, 2])
        #expect(all.items == 6 && all.asked == ["/a", "/b", "/c"])
    }

    @Test func keychainsWithoutTheItem() throws {
        let found = try items([:], [0, 0, 1])
        #expect(found.items == 1 && found.asked == ["/a", "/b", "/c"])
        for more in [[:], ["m_SearchList": [Any]()]] {
            #expect { try items(more, [0, 0, 0]) } throws: { KeychainError.Code.itemNotFound ~= $0 }
        }
    }

    @Test func otherErrorsEndTheCall() {
        #expect { try items([:], [-1, 1, 0]) } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    /// An item that a persistent reference names is found beside a keychain that is broken.
    @Test func aBrokenKeychainHidesNoOther() throws {
        let one: [String: Any] = ["v_PersistentRef": ThreeKeychains.reference(1).external]
        for limit in ["m_LimitOne", "m_LimitAll"] {
            let more = one.merging(["m_Limit": limit]) { $1 }
            let found = try items(more, [-1, 1, -1])
            #expect(found.items == 1)
            #expect(found.asked == (limit == "m_LimitOne" ? ["/a", "/b"] : ["/a", "/b", "/c"]))
            // It may lie in the one that cannot be searched.
            #expect {
                try items(more, [0, -1, 0])
            } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
        let three = try ThreeKeychains([-1, 1, 0])
        try DeleteRequest(three.query(one)).perform()
        #expect(try three.count(in: 1) == 0)
    }

    @Test func theOrderOfAListRunsAcrossKeychains() throws {
        let three = try ThreeKeychains([0, 0, 0])
        let (a, b) = (three.keychains[0], three.keychains[1])
        for keychain in [a, b, a] {
            try keychain.add(.password(service: "\(try three.count(in: 0))"))
        }
        let list = [(3, a), (2, b), (1, a)].map { number, keychain in
            SecKeychainItem(ThreeKeychains.reference(number), in: keychain)
        }
        func found(_ limit: Any) throws -> [UInt8?] {
            try CopyRequest(["m_ItemList": list, "m_Limit": limit]).items()
                .map(\.item.reference.uuid.last)
        }
        #expect(try found("m_LimitAll") == [3, 2, 1])
        #expect(try found(2) == [3, 2])
        #expect(try found("m_LimitOne") == [3])
        #expect(three.searches.allSatisfy { $0.limit == .all })
    }

    /// An update and a delete reach the items that a search with the same dictionary finds.
    @Test func changesFollowTheOrderOfAList() throws {
        let three = try ThreeKeychains([0, 0, 0])
        let keychains = three.keychains
        for (name, place) in [("old", 0), ("mid", 0), ("new", 1)] {
            try keychains[place].add(.password(service: name))
        }
        let list = [(3, 1), (1, 0), (2, 0)].map { number, place in
            SecKeychainItem(ThreeKeychains.reference(number), in: keychains[place])
        }
        func query(_ limit: Int) -> NSDictionary { ["m_ItemList": list, "m_Limit": limit] }
        try UpdateRequest(query(2), ["labl": "x"]).perform()
        let changed = try (0..<2).map { try three.count(in: $0, [.label: .string("x")]) }
        #expect(changed == [1, 1])
        #expect(try three.count(in: 0, [.service: .string("old"), .label: .string("x")]) == 1)
        try DeleteRequest(query(1)).perform()
        #expect(try (0..<2).map { try three.count(in: $0) } == [2, 0])
        try DeleteRequest(query(1)).perform()
        #expect(try three.count(in: 0, [.service: .string("mid")]) == 1)
    }

    /// What lies beyond the limit isn't opened: nobody is asked for it, and it may be locked.
    @Test func nothingBeyondTheLimitOfAListIsOpened() throws {
        try TrustSamples.onNewKeychain { _ in
            let password = SecretBytes(copying: "x".utf8)
            let other = SecKeychain(
                try Keychain.create(path: "b.keychain-db", password: password))
            func add(_ account: String, _ more: [CFString: Any]) throws -> CFTypeRef {
                var result: CFTypeRef?
                let item: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccount: account,
                    kSecValueData: Data(account.utf8), kSecReturnPersistentRef: true,
                ]
                let query = item.merging(more) { $1 } as NSDictionary
                #expect(SecItemAdd(query, &result) == errSecSuccess)
                return try #require(result)
            }
            func data(_ list: [CFTypeRef], _ more: [CFString: Any] = [:]) -> (OSStatus, Data?) {
                var result: CFTypeRef?
                let query: [CFString: Any] = [
                    kSecMatchItemList: list, kSecReturnData: true,
                    kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
                ]
                let status = SecItemCopyMatching(
                    query.merging(more) { $1 } as NSDictionary, &result)
                return (status, result as? Data)
            }
            let present = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil))
            let plain = try add("plain", [:])
            let asks = try add("asks", [kSecAttrAccessControl: present])
            let closed = try add("closed", [kSecUseKeychain: other])
            #expect(data([plain, asks]) == (errSecSuccess, Data("plain".utf8)))
            #expect(data([asks, plain]).0 == errSecInteractionNotAllowed)
            let skips = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
            #expect(data([asks, plain], skips) == (errSecSuccess, Data("plain".utf8)))
            #expect(SecKeychainLock(other) == errSecSuccess)
            #expect(data([plain, closed]) == (errSecSuccess, Data("plain".utf8)))
            #expect(data([closed, plain]).0 == errSecInteractionNotAllowed)
            let first = [kSecMatchItemList: [closed, plain], kSecMatchLimit: 1] as NSDictionary
            #expect(SecItemDelete(first) == errSecSuccess)
            #expect(data([plain]).0 == errSecSuccess)
            #expect(data([closed]).0 == errSecItemNotFound)
        }
    }

    @Test func updatesAndDeletes() throws {
        let three = try ThreeKeychains([2, 2, 2])
        try UpdateRequest(three.query(), ["labl": "x"]).perform()
        #expect(try (0..<3).map { try three.count(in: $0, [.label: .string("x")]) } == [2, 2, 2])
        try DeleteRequest(three.query(["m_Limit": 3])).perform()
        #expect(try (0..<3).map { try three.count(in: $0) } == [0, 1, 2])
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

/// Three keychains in memory.
private struct ThreeKeychains {
    let keychains: [Keychain]
    private let service: MemoryService

    /// - Parameter counts: the items of each; a keychain with a negative number is broken.
    init(_ counts: [Int]) throws {
        let homes = ["/a", "/b", "/c"]
        let broken = zip(homes, counts).filter { $0.1 < 0 }.map { Location(home: $0.0) }
        let service = MemoryService { sent in
            broken.contains(sent.request.location)
                ? .failed(KeychainError(.notAvailable, "")) : nil
        }
        self.service = service
        keychains = homes.map { Keychain(home: $0, service: service) }
        for (keychain, count) in zip(keychains, counts) where count > 0 {
            for number in 0..<count { try keychain.add(.password(service: "\(number)")) }
        }
    }

    /// The reference of an item, by the order in which they were added.
    static func reference(_ number: UInt8) -> PersistentReference {
        PersistentReference(
            itemClass: .genericPassword, uuid: [UInt8](repeating: 0, count: 15) + [number])
    }

    /// A query for the items of all three.
    func query(_ more: [String: Any] = [:]) -> NSDictionary {
        let all: [String: Any] = ["m_SearchList": keychains.map { SecKeychain($0) }]
        return generic(all.merging(more) { $1 })
    }

    /// The searches that were made.
    var searches: [(home: String, limit: Query.Limit?)] {
        service.requests.compactMap { sent in
            guard case .find(let find) = sent.request.operation else { return nil }
            return (String(sent.request.location.databasePath.prefix(2)), find.query.limit)
        }
    }

    func count(
        in place: Int, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws -> Int {
        let query = try Query.password(attributes, limit: .all)
        return try KeychainError.unlessMissing { try keychains[place].find(query).count } ?? 0
    }
}
