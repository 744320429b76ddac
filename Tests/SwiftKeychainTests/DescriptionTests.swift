// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What ends in a log: no secret, and in errors no value of an attribute either.
@Suite struct DescriptionTests {
    let test = TestKeychain()
    static let canary = "canary-7f3a91c4e2"

    private func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test func secretsAreNeverDescribed() throws {
        let secret = SecretBytes(copying: Self.canary.utf8)
        let new = try NewItem(
            .genericPassword, attributes: [.service: .string("s")], secret: secret)
        let added = try test.keychain.add(new)
        let found = try test.keychain.find(.password([:]))
        let change = try Change([:], secret: secret)
        for value in [secret, new, added, found, change, test.keychain] as [Any] {
            for text in texts(of: value) {
                #expect(!text.contains(Self.canary))
                // Nor as a list of bytes.
                #expect(!text.contains("99, 97, 110, 97"))
            }
        }
    }

    @Test func errorsHoldNoValue() throws {
        let keychain = test.keychain
        let text = AttributeValue.string(Self.canary)
        let item = try NewItem(
            .genericPassword, attributes: [.service: text, .account: text, .label: text],
            secret: SecretBytes(copying: Self.canary.utf8))
        try keychain.add(item)
        try keychain.add(.password(service: "other", account: Self.canary))
        var calls: [() throws -> Void] = [
            { try keychain.add(item) },
            { _ = try keychain.find(.password([.service: .string(Self.canary + "!")])) },
            { try keychain.delete(.password([.service: .string(Self.canary + "!")])) },
            {
                try keychain.update(
                    .password([.service: .string("other")]), Change([.service: text]))
            },
            // The name of the group is told, and nothing else.
            {
                _ = try keychain.find(
                    .password([.accessGroup: .string("other"), .service: text]))
            },
            { try keychain.add(.password(service: Self.canary, [.accessGroup: .string("other")])) },
            { try keychain.add(.password(service: "s", [.accessible: text])) },
            {
                try keychain.add(
                    .password(service: "s", [.creator: .data(Array(Self.canary.utf8))]))
            },
            { try keychain.add(.password(service: "s", [.subject: text])) },
            { try keychain.add(.password(service: "s", [.synchronizable: text])) },
            { try keychain.add(.password(service: "s", [.accessControl: text])) },
        ]
        let long = String(repeating: Self.canary, count: 5000)
        calls.append { try keychain.add(.password(service: long)) }
        calls.append {
            test.tamper("UPDATE genp SET meta=\(Tamper.zeroed)")
            _ = try keychain.find(.password([.service: text]))
        }
        for (index, call) in calls.enumerated() {
            let error = #expect(throws: KeychainError.self, "call \(index)") { try call() }
            guard let error else { continue }
            #expect(!error.detail.isEmpty)
            for text in texts(of: error) { #expect(!text.contains("canary"), "call \(index)") }
        }
    }
}
