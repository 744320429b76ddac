// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Searches that take more than one page of candidates, and lists.
@Suite struct FindTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    private func add(_ range: Range<Int>, service: String = "s") throws -> [PersistentReference] {
        try range.map { try keychain.add(.password(service: service, account: "\($0)")).reference }
    }

    private func accounts(_ items: [Item]) -> [String] { items.map { $0[.account]?.text ?? "" } }

    private func names(_ range: some Sequence<Int>) -> [String] { range.map(String.init) }

    private func find(
        _ limit: Query.Limit?, _ change: (inout Query.Conditions) -> Void = { _ in }
    ) throws -> [Item] {
        var conditions = Query.Conditions()
        conditions.limit = limit
        change(&conditions)
        return try keychain.find(
            Query(conditions.itemList == nil ? .genericPassword : nil, conditions))
    }

    @Test func manyPages() throws {
        _ = try add(0..<300)
        #expect(try accounts(find(.all)) == names(0..<300))
        for limit in [1, 2, 127, 128, 129, 256, 257, 299, 300, 301] {
            #expect(try accounts(find(.atMost(limit))) == names(0..<min(limit, 300)), "\(limit)")
        }
        #expect(try accounts(find(nil)) == ["0"])
        #expect(try accounts(find(.one)) == ["0"])
    }

    /// The candidates of the first pages don't match, so a search for one item reads on.
    @Test func theMatchIsOnALaterPage() throws {
        _ = try add(0..<260, service: "Caf\u{e9}")
        try keychain.add(.password(service: "other", account: "wanted"))
        _ = try add(260..<270, service: "Caf\u{e9}")
        for limit in [nil, .one, .atMost(1), .atMost(2), .all] as [Query.Limit?] {
            let found = try find(limit) {
                $0.attributes[.service] = .string("OTHER")
                $0.comparison = .caseInsensitive
            }
            #expect(accounts(found) == ["wanted"], "\(String(describing: limit))")
        }
        let some = try find(.atMost(262)) {
            $0.attributes[.service] = .string("CAFE")
            $0.comparison = [.caseInsensitive, .diacriticInsensitive]
        }
        #expect(accounts(some) == names(0..<262))
    }

    @Test func resultsInTheOrderOfTheList() throws {
        let references = try add(0..<300)
        let order = (0..<300).map { ($0 * 7) % 300 }
        let list = order.map { references[$0] }
        #expect(try accounts(find(.all) { $0.itemList = list }) == names(order))
        #expect(try accounts(find(.atMost(3)) { $0.itemList = list }) == names(order[..<3]))
        #expect(try accounts(find(nil) { $0.itemList = Array(list[5...]) }) == names([order[5]]))
    }

    /// It is searched in parts.
    @Test func theFirstOfALongListIsFirst() throws {
        let references = try add(0..<2)
        let gone = (0..<5000).map { number in
            PersistentReference(
                itemClass: .genericPassword,
                uuid: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 4)) })
        }
        let list = [references[1]] + gone + [references[0]]
        #expect(try accounts(find(.atMost(1)) { $0.itemList = list }) == ["1"])
        #expect(try accounts(find(.all) { $0.itemList = list }) == ["1", "0"])
    }

    @Test func duplicatesInAListCountOnce() throws {
        let references = try add(0..<3)
        let list = [2, 0, 2, 2, 0, 1, 2].map { references[$0] }
        #expect(try accounts(find(.all) { $0.itemList = list }) == ["2", "0", "1"])
        #expect(try accounts(find(.atMost(2)) { $0.itemList = list }) == ["2", "0"])
    }

    @Test func listsMayNameWhatIsGone() throws {
        let references = try add(0..<3)
        try keychain.delete(.password([.account: .string("1")]))
        #expect(try accounts(find(.all) { $0.itemList = references.reversed() }) == ["2", "0"])
        #expect {
            try find(.all) { $0.itemList = [references[1]] }
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect { try find(.all) { $0.itemList = [] } } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
    }

    @Test func listsOfSeveralClasses() throws {
        let generic = try add(0..<2)
        let internet = try keychain.add(
            NewItem(.internetPassword, attributes: [.account: .string("net")])
        ).reference
        let list = [generic[1], internet, generic[0]]
        #expect(try accounts(find(.all) { $0.itemList = list }) == ["1", "net", "0"])
    }

    @Test func damagedRowsAreLeftOutWhereOthersMatch() throws {
        _ = try add(0..<200)
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid % 2 = 1")
        #expect(try find(.all).count == 100)
        #expect(try accounts(find(nil)) == ["1"])
        #expect {
            try find(.all) { $0.attributes[.account] = .string("0") }
        } throws: { KeychainError.Code.decode ~= $0 }
        // What is damaged in its secret only is known by its attributes.
        test.tamper("UPDATE genp SET data=x'00'")
        #expect(try accounts(keychain.find(.password([:]), returning: .attributes)) == ["1"])
        #expect { try find(.all) } throws: { KeychainError.Code.decode ~= $0 }
    }

    @Test func malformedRowsAreDamagedOnes() throws {
        _ = try add(0..<2)
        test.tamper(
            "UPDATE genp SET sync=7 WHERE rowid=1; UPDATE genp SET persistref=x'00' WHERE rowid=2")
        #expect {
            try find(.all) { $0.attributes[.service] = .string("another") }
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        let error = #expect(throws: KeychainError.self) {
            try find(.all) { $0.synchronizable = .any }
        }
        #expect(error?.code == .decode)
        #expect(error?.detail.contains("(2)") == true)
    }
}
