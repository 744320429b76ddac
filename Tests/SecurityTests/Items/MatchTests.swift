// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Foundation
import SwiftKeychainModel
import Testing

@testable import Security

/// Match keys of searches, updates and deletes of passwords.
@Suite struct MatchTests {
    private func query(_ more: [String: Any]) throws -> Query {
        try CopyRequest(generic(more)).query
    }

    @Test func limits() throws {
        #expect(try query([:]).limit == nil)
        #expect(try query(["m_Limit": "m_LimitOne"]).limit == .one)
        #expect(try query(["m_Limit": "m_LimitAll"]).limit == .all)
        #expect(try query(["m_Limit": 1]).limit == .one)
        #expect(try query(["m_Limit": 7]).limit == .atMost(7))
        for wrong in [0, -1, -5, "m_LimitSome", "1", true, NSNull(), Data()] as [Any] {
            #expect(queryFailures(["m_Limit": wrong]) == [.parameter])
        }
    }

    @Test func limitsReachUpdateAndDelete() throws {
        let two = generic(["m_Limit": 2])
        #expect(try UpdateRequest(two, ["labl": "x"]).query.limit == .atMost(2))
        #expect(try DeleteRequest(two).query.limit == .atMost(2))
        #expect(try DeleteRequest(generic()).query.limit == nil)
    }

    @Test func insensitiveKeys() throws {
        #expect(try query(["m_CaseInsensitive": true]).comparison == .caseInsensitive)
        #expect(try query(["m_CaseInsensitive": false]).comparison == [])
        let all: [String: Any] = [
            "m_CaseInsensitive": 1, "m_DiacriticInsensitive": true, "m_WidthInsensitive": true,
        ]
        #expect(
            try query(all).comparison
                == [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])
        for key in all.keys { #expect(queryFailures([key: "yes"]) == [.parameter]) }
    }

    @Test func hosts() throws {
        let request = try CopyRequest(
            ["class": "inet", "m_HostOrSubdomainOfHost": "example.com"])
        #expect(request.query.hostOrSubdomain == "example.com")
        #expect(copyFailure(["m_HostOrSubdomainOfHost": "example.com"]) == .unimplemented)
        #expect(changeFailures(["m_HostOrSubdomainOfHost": "example.com"]) == [.parameter])
        #expect(queryFailures(["m_HostOrSubdomainOfHost": 5]) == [.parameter])
    }

    @Test(arguments: [
        "m_SubjectContains", "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString",
        "m_EmailAddressIfPresent",
    ])
    func subjectKeysSayNothingOfPasswords(key: String) {
        #expect(copyFailure([key: "x"]) == nil)
        #expect(changeFailures([key: "x"]) == [.parameter])
        #expect(queryFailures([key: 5]) == [.parameter])
        #expect(queryFailures([key: NSNull()]) == [.parameter])
    }

    @Test func otherCertificateKeys() {
        #expect(copyFailure(["m_TrustedOnly": true]) == nil)
        #expect(changeFailures(["m_TrustedOnly": true]) == [.parameter])
        #expect(queryFailures(["m_TrustedOnly": false]) == [nil])
        #expect(queryFailures(["m_TrustedOnly": "x"]) == [.parameter])
        #expect(copyFailure(["m_ValidOnDate": Date()]) == nil)
        #expect(copyFailure(["m_ValidOnDate": NSNull()]) == nil)
        #expect(changeFailures(["m_ValidOnDate": NSNull()]) == [.parameter])
        #expect(queryFailures(["m_ValidOnDate": "now"]) == [.parameter])
        #expect(copyFailure(["m_Issuers": [Data([1])]]) == .unimplemented)
        #expect(changeFailures(["m_Issuers": [Data([1])]]) == [.parameter])
        #expect(queryFailures(["m_Policy": "x"]) == [.parameter])
    }

    @Test(arguments: [
        "m_Limit", "m_ItemList", "m_SearchList", "m_CaseInsensitive", "m_TrustedOnly",
        "m_SubjectContains", "m_HostOrSubdomainOfHost", "m_Unknown",
    ])
    func noneInAdd(key: String) {
        #expect(addFailure([key: "m_LimitOne"]) == .parameter)
        #expect(addFailure([key: true]) == .parameter)
    }

    @Test func itemLists() throws {
        let one = reference(1)
        let two = reference(2, .internetPassword)
        let list: [Any] = [two.external, SecKeychainItem(one)]
        #expect(try query(["m_ItemList": list]).itemList == [two, one])
        #expect(try CopyRequest(["m_ItemList": list]).query.itemClass == nil)
        #expect(try query(["m_ItemList": SecKeychainItem(one)]).itemList == [one])
        #expect(try query(["m_ItemList": one.external]).itemList == [one])
        #expect(try query(["m_ItemList": [Any]()]).itemList == [])
        #expect(try query(["u_ItemList": list]).itemList == [two, one])
        #expect(
            try query(["m_ItemList": list, "u_ItemList": [one.external]]).itemList == [one])
        for wrong in [5, "x", NSNull(), [one.external, "x"], [Data([1])], [NSNull()]] as [Any] {
            #expect(queryFailures(["m_ItemList": wrong]) == [.parameter])
            #expect(queryFailures(["u_ItemList": wrong]) == [.parameter])
        }
        #expect(queryFailures(["m_ItemList": [reference(1, .certificate).external]]) == [nil])
        #expect(addFailure(["u_ItemList": [SecKeychainItem(one)]]) == .parameter)
    }

    @Test func keychains() throws {
        let a = SecKeychain(Keychain(path: "/a"))
        let b = SecKeychain(Keychain(path: "/b"))
        let standard = SecKeychain(.login)
        func locations(_ more: [String: Any]) throws -> [Keychain] {
            try CopyRequest(generic(more)).searchList.keychains
        }
        #expect(try locations([:]) == [.login])
        #expect(try locations(["u_Keychain": a]) == [Keychain(path: "/a")])
        #expect(
            try locations(["m_SearchList": [b, standard, b]]) == [Keychain(path: "/b"), .login])
        #expect(try locations(["m_SearchList": a]) == [Keychain(path: "/a")])
        #expect(
            try locations(["m_SearchList": [a, b], "u_Keychain": b]) == [Keychain(path: "/b")])
        #expect(try locations(["m_SearchList": [a], "u_Keychain": b]) == [])
        #expect(try locations(["m_SearchList": [Any]()]) == [])
        #expect(queryFailures(["m_SearchList": ["/a"]]) == [.parameter])
        #expect(queryFailures(["u_Keychain": "/a"]) == [.parameter])
        #expect(try AddRequest(generic(["u_Keychain": a])).keychain == Keychain(path: "/a"))
        #expect(try AddRequest(generic()).keychain == nil)
        #expect(addFailure(["m_SearchList": [a]]) == .parameter)
    }

    @Test func referencesTellTheirKeychain() throws {
        let here = SecKeychainItem(reference(1))
        let there = SecKeychainItem(reference(2), in: Keychain(path: "/a"))
        func locations(_ query: NSDictionary) throws -> [Keychain] {
            try CopyRequest(query).searchList.keychains
        }
        #expect(try locations(["v_Ref": there]) == [Keychain(path: "/a")])
        #expect(
            try locations(["v_Ref": there, "v_PersistentRef": reference(2).external])
                == [Keychain(path: "/a")])
        #expect(
            try locations(["m_ItemList": [there, here, there]]) == [Keychain(path: "/a"), .login])
        #expect(
            try locations(["m_ItemList": [there, reference(1).external]])
                == [Keychain(path: "/a"), .login])
        #expect(
            try locations(["v_Ref": there, "u_Keychain": SecKeychain(Keychain(path: "/b"))])
                == [Keychain(path: "/b")])
    }
}
