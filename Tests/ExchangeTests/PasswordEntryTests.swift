// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

/// A password that is added, or takes the place of one.
@Suite struct PasswordEntryTests {
    let keychain = TestKeychain().keychain
    let other = TestKeychain().keychain

    private func entry(
        _ attributes: [Attribute: AttributeValue], _ secret: String? = "secret",
        seed: String? = nil
    ) throws -> PasswordEntry {
        try PasswordEntry(
            .internetPassword, attributes, secret: secret.map { SecretBytes(copying: $0.utf8) },
            seed: seed.map { SecretBytes(copying: $0.utf8) })
    }

    private func items(_ keychain: Keychain) throws -> [Item] {
        try keychain.findAny(
            Query(.internetPassword, .anywhere(limit: .all)), returning: [.attributes, .secret])
    }

    private let address: [Attribute: AttributeValue] = [
        .server: .string("a.example"), .account: .string("ann"), .protocol: .string("htps"),
        .path: .string(""), .port: .number(0),
    ]

    @Test func theDefaultsAreThoseOfApplesCommand() throws {
        try entry(address, nil).add(to: keychain)
        let item = try #require(items(keychain).first)
        #expect(item[.label] == .string("a.example") && item.secret?.count == 0)
        #expect(item[.authenticationType]?.text == "dflt")
        #expect(throws: KeychainError.self) { try entry(address).add(to: keychain) }
    }

    @Test func anyFormOfTheAddressInAnyKeychainIsUpdated() throws {
        var stored = address
        (stored[.path], stored[.port]) = (.string("/"), .number(443))
        try entry(stored, "old").add(to: other)
        var given = address
        given[.comment] = .string("new")
        try entry(given).put(in: keychain, orUpdateIn: SearchList([keychain, other]))
        #expect(try items(keychain).isEmpty)
        let item = try #require(items(other).first)
        #expect(item.secret?.copied == Array("secret".utf8) && item[.comment]?.text == "new")
    }

    @Test func aNewItemIsAddedWithItsSeed() throws {
        let places = SearchList([keychain])
        let seed = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        try entry(address, seed: seed).put(in: keychain, orUpdateIn: places)
        try entry(address, nil, seed: seed).put(in: keychain, orUpdateIn: places)
        let item = try #require(items(keychain).first)
        #expect(try items(keychain).count == 1 && item.secret?.copied == Array("secret".utf8))
        let parts = try EntryParts(of: item, in: keychain, returning: [.attributes, .secret])
        #expect(parts.items.count == 1)
        #expect(parts.oneTimePassword?.secret?.copied == Array(seed.utf8))
    }
}
