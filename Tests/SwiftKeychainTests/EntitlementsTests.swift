// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct EntitlementsTests {
    private func caller(
        _ list: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml,
        team: String? = nil
    )
        throws -> Caller
    {
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: format, options: 0)
        return Caller(try EntitlementList([UInt8](data), path: "p", team: team))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func theFourKeysInTheirOrder(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let caller = try caller(
            [
                "com.apple.security.application-groups": ["shared"],
                "application-identifier": "application",
                "com.apple.developer.associated-application-identifier": "associated",
                "keychain-access-groups": ["first", "second"],
                "get-task-allow": true,
            ], format)
        #expect(caller.groups == ["first", "second", "associated", "application", "shared"])
        #expect(!caller.isUnsigned)
        #expect(!caller.mayUseEverything)
    }

    @Test func tokensComeLast() throws {
        let caller = try caller(
            [
                "keychain-access-groups": ["com.apple.token", "own"],
                "application-identifier": "application",
            ], .xml)
        #expect(caller.groups == ["own", "application", "com.apple.token"])
    }

    @Test func eachGroupOnceAndNoneEmpty() throws {
        let caller = try caller(
            [
                "keychain-access-groups": ["own", "", "own", "caf\u{e9}", "cafe\u{301}"],
                "application-identifier": "own",
            ], .xml)
        // Two spellings of one text are two groups: groups are compared by their bytes.
        #expect(
            caller.groups.map { Array($0.utf8) }
                == ["own", "caf\u{e9}", "cafe\u{301}"].map {
                    Array($0.utf8)
                })
    }

    @Test func everyGroup() throws {
        #expect(try caller(["keychain-access-groups": ["*"]], .xml).mayUseEverything)
    }

    /// What a program brings along must not make it trust certificates.
    @Test(
        arguments: [
            "keychain-access-groups", "com.apple.security.application-groups",
        ])
    func trustSettingsAreNoProgramsOwn(key: String) throws {
        let trust = Caller.trustSettingsGroup
        #expect(try caller([key: [trust]], .xml).groups == [])
        #expect(try caller([key: ["a", trust, "*"]], .xml).groups == ["a", "*"])
        #expect(try caller(["application-identifier": trust], .xml).groups == [])
        // Nor are they among all groups.
        let all = try caller([key: ["*"]], .xml)
        #expect(all.mayUse("any") && !all.mayUse(trust))
        let authorisation = Call(all)
        let named = try Query.password([.accessGroup: .string(trust)])
        for purpose in [Call.Purpose.find, .update, .delete] {
            #expect {
                try authorisation.authorise(named, for: purpose)
            } throws: { KeychainError.Code.missingEntitlement ~= $0 }
            let found = try authorisation.authorise(.password([:]), for: purpose)
            #expect(found.reaches("any") && !found.reaches(trust))
        }
        let item = try NewItem.password(service: "s", [.accessGroup: .string(trust)])
        #expect {
            try authorisation.authorise(item)
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        #expect {
            try authorisation.authorise(item, from: "any")
        } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    @Test func noKeysGiveNoGroups() throws {
        let caller = try caller(["unrelated": 1], .xml)
        #expect(caller.groups.isEmpty)
        #expect(!caller.isUnsigned, "entitled to nothing is not unsigned")
    }

    @Test(
        arguments: [
            ["keychain-access-groups": "a string"], ["keychain-access-groups": [1]],
            ["application-identifier": ["a list"]],
        ] as [[String: any Sendable]])
    func otherTypesAreRefused(_ list: [String: any Sendable]) throws {
        #expect { try caller(list, .xml) } throws: { KeychainError.Code.missingEntitlement ~= $0 }
    }

    @Test(arguments: ["", "text", "<plist><dict>", "<plist><array/></plist>", "bplist00"])
    func brokenFilesAreRefused(_ text: String) {
        let error = #expect(throws: KeychainError.self) {
            try EntitlementList(Array(text.utf8), path: "/the/file")
        }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.detail.hasPrefix("/the/file: ") == true)
    }

    /// The list in Xcode's project, in which the variables aren't expanded yet.
    private static let prefixed: [String: any Sendable] = [
        "keychain-access-groups": [
            "$(AppIdentifierPrefix)org.example.app", "$(TeamIdentifierPrefix)shared", "plain",
        ]
    ]

    @Test(
        arguments: [
            (["application-identifier": "ABCDE12345.org.example.app"], nil),
            (["com.apple.application-identifier": "ABCDE12345.org.example.app"], "OTHER"),
            (["com.apple.developer.team-identifier": "ABCDE12345"], "OTHER"),
            ([:], "ABCDE12345"),
        ] as [([String: String], String?)])
    func prefixesAreExpanded(more: [String: String], team: String?) throws {
        let list = Self.prefixed.merging(more) { $1 }
        #expect(
            try caller(list, team: team).groups.prefix(3)
                == ["ABCDE12345.org.example.app", "ABCDE12345.shared", "plain"])
    }

    @Test func bundleIdentifiersAreExpanded() throws {
        let groups = ["$(AppIdentifierPrefix)$(CFBundleIdentifier)", "x.$(CFBundleIdentifier).y"]
        for identifier in ["ABCDE12345.org.example.app", "$(AppIdentifierPrefix)org.example.app"] {
            let list: [String: Any] = [
                "keychain-access-groups": groups, "application-identifier": identifier,
            ]
            #expect(
                try caller(list, team: "ABCDE12345").groups
                    == ["ABCDE12345.org.example.app", "x.org.example.app.y"])
        }
    }

    @Test(
        arguments: [
            ("$(AppIdentifierPrefix)a", "p: $(AppIdentifierPrefix): ", "KEYCHAIN_TEAM_ID"),
            ("$(TeamIdentifierPrefix)a", "p: $(TeamIdentifierPrefix): ", "KEYCHAIN_TEAM_ID"),
            ("a.$(CFBundleIdentifier)", "p: $(CFBundleIdentifier): ", "application-identifier"),
            ("$(OTHER).a", "p: $(OTHER): ", "unknown"),
        ])
    func anotherVariableIsNamed(text: String, start: String, rule: String) {
        let error = #expect(throws: KeychainError.self) {
            try caller(["keychain-access-groups": [text]])
        }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.detail.hasPrefix(start) == true && error?.detail.contains(rule) == true)
    }

    @Test func refusalsNameTheGroups() throws {
        let query = try Query.password([.accessGroup: .string("a\nb")])
        let entitled = Call(
            try caller(["keychain-access-groups": ["one", "two"]]))
        let denied = #expect(throws: KeychainError.self) {
            try entitled.authorise(query, for: .update)
        }
        #expect(denied?.code == .missingEntitlement)
        #expect(
            denied?.detail
                == #"kSecAttrAccessGroup: "a\012b" isn't a group of this program, which has "one", "two""#
        )
        let unsigned = #expect(throws: KeychainError.self) {
            try Call(.unsigned).authorise(query, for: .update)
        }
        #expect(unsigned?.code == .noAccessForItem)
        #expect(unsigned?.detail.hasSuffix(#"is unsigned and has only "unsigned""#) == true)
    }
}
