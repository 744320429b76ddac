// SPDX-License-Identifier: Apache-2.0
import SeededGenerator
import SwiftKeychain
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// Any key beside any value: whatever a dictionary holds, the answer is one of few statuses, and
/// the same one every time.
@Suite struct NonsenseTests {
    private let keys: [NSObject] =
        [
            "class", "acct", "svce", "srvr", "pdmn", "accc", "agrp", "sync", "tomb", "cdat", "crtr",
            "ptcl", "tkid", "abcd", "persistref", "nleg", "m_Limit", "m_ItemList", "m_SearchList",
            "m_CaseInsensitive", "m_HostOrSubdomainOfHost", "m_ValidOnDate", "m_Policy",
            "m_Issuers", "m_SubjectContains", "m_TrustedOnly", "issr", "kcls", "type", "r_Data",
            "r_Ref", "u_AuthUI", "u_AuthCtx",
            "u_CredRef", "u_Keychain", "u_ItemList", "u_Tomb", "v_Data", "v_Ref",
            "v_PersistentRef", "", "x", "prf", "future", "m_", "v_Nothing",
        ].map { NSString(string: $0) } + [NSNumber(value: 7), NSNull()]

    private let values: [AnyObject] =
        [
            "genp", "inet", "cert", "syna", "ak", "m_LimitAll", "u_AuthUIS", "", "1", "\u{0}", true,
            0, 1, -1, 1.5, UInt64.max, Data(), Data([1, 2, 3]), Data(count: 16), Date(), NSNull(),
            UUID(), [Any](), [1, "x"], reference(3).external, [reference(3).external],
        ].map { $0 as AnyObject } + [
            SecKeychainItem(reference(3)), SecKeychain(Keychain(path: "/a")), NSObject(),
            SecAccessControl(AccessControl(plain: .whenUnlocked)),
            CoreFoundationMade.string([0xD800]), NSDictionary(),
        ] + Objects.all

    private static let expected: Set<KeychainError.Code?> = [
        nil, .parameter, .noSuchAttribute, .noSuchClass, .unimplemented, .decode,
    ]

    @Test func everyKeyWithEveryValue() {
        for key in keys {
            for value in values {
                check([key: value])
                check(["class" as NSString: "genp" as NSString].merging([key: value]) { $1 })
            }
        }
    }

    @Test func randomDictionaries() {
        var generator = SeededGenerator(20_260_101)
        for _ in 0..<3000 {
            var entries: [NSObject: AnyObject] = [:]
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                guard let key = keys.randomElement(using: &generator) else { continue }
                entries[key] = values.randomElement(using: &generator)
            }
            check(entries)
        }
    }

    private func check(_ entries: [NSObject: AnyObject]) {
        let codes = Self.codes(entries)
        #expect(Set(codes).isSubset(of: Self.expected), "\(entries.keys)")
        // Another dictionary of the same entries lists them in another order.
        #expect(codes == Self.codes(entries, reversed: true), "\(entries.keys)")
    }

    private static func codes(
        _ entries: [NSObject: AnyObject], reversed: Bool = false
    ) -> [KeychainError.Code?] {
        let dictionary = NSMutableDictionary(capacity: reversed ? 64 : 0)
        for (key, value) in reversed ? entries.reversed() : Array(entries) {
            dictionary[key] = value
        }
        return [
            failure { _ = try CopyRequest(dictionary) },
            failure { _ = try AddRequest(dictionary).groups() },
            failure { _ = try DeleteRequest(dictionary) },
            failure {
                _ = try UpdateRequest(dictionary, ["labl": "x"])
            },
            failure { _ = try UpdateRequest(generic(), dictionary) },
        ]
    }
}
