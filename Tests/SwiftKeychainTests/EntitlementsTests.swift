import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct EntitlementsTests {
    private func caller(
        _ list: [String: Any], _ format: PropertyListSerialization.PropertyListFormat
    )
        throws -> Caller
    {
        let data = try PropertyListSerialization.data(
            fromPropertyList: list, format: format, options: 0)
        return try Entitlements.caller(fromPropertyList: [UInt8](data), path: "p")
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
        let trust = Keychain.trustSettingsGroup
        #expect(try caller([key: [trust]], .xml).groups == [])
        #expect(try caller([key: ["a", trust, "*"]], .xml).groups == ["a", "*"])
        #expect(try caller(["application-identifier": trust], .xml).groups == [])
        // Nor are they among all groups.
        let all = try caller([key: ["*"]], .xml)
        #expect(all.mayUse("any") && !all.mayUse(trust))
        let authorisation = Authorisation(caller: all)
        let named = try Query.password([.accessGroup: .string(trust)])
        for purpose in [Authorisation.Purpose.find, .update, .delete] {
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
            try Entitlements.caller(fromPropertyList: Array(text.utf8), path: "/the/file")
        }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.detail.hasPrefix("/the/file: ") == true)
    }
}
