// SPDX-License-Identifier: Apache-2.0
import CredentialHelpers
import KeychainTestSupport
import SwiftKeychain
import Testing

/// What another process does between two calls of a credential helper.
@Suite struct StoredCredentialTests {
    private let keychain = TestKeychain().keychain
    private let key: [Attribute: AttributeValue] = [
        .server: .string("example.org"), .protocol: .string("htps"),
    ]

    private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    private func find() throws -> [FoundItem] {
        try Keychain.$override.withValue(keychain) { try StoredCredential.find(key) }
    }

    private func store(_ text: String, of account: String, in present: FoundItem? = nil) throws {
        try Keychain.$override.withValue(keychain) {
            try StoredCredential.store(
                secret(text), in: present, else: key, [.account: .string(account)],
                label: .string("label"))
        }
    }

    /// What is stored: accounts and secrets.
    private func stored() throws -> [String] {
        try find().compactMap { try StoredCredential.read([$0]) }.map { item, secret in
            "\(item[.account]?.text ?? ""): \(String(decoding: secret.copied, as: UTF8.self))"
        }
    }

    @Test func anItemThatWasDeletedMeanwhileIsStoredAgain() throws {
        try store("old", of: "jane")
        let found = try #require(try find().first)
        try StoredCredential.delete(found)
        try store("new", of: "jane", in: found)
        #expect(try stored() == ["jane: new"])
    }

    @Test func anItemThatWasChangedMeanwhileIsNotDeleted() throws {
        try store("old", of: "jane")
        // The clock of the keychain may not have gone on.
        for text in ["new", "newer", "newest"] {
            let found = try #require(try find().first)
            try store(text, of: "jane", in: found)
            try StoredCredential.delete(found)
            #expect(try stored() == ["jane: \(text)"])
        }
    }

    @Test func anItemThatWasDeletedMeanwhileIsNoMatch() throws {
        try store("old", of: "jane")
        let found = try find()
        for _ in 1...2 { for item in found { try StoredCredential.delete(item) } }
        #expect(try StoredCredential.read(found)?.item == nil)
        #expect(try stored().isEmpty)
    }

    /// The account and the secret are those of one moment.
    @Test func anItemThatWasChangedMeanwhileIsReadAsItIs() throws {
        try store("of jane", of: "jane")
        let found = try find()
        try store("of bob", of: "bob", in: found.first)
        let read = try #require(try StoredCredential.read(found))
        #expect(read.item[.account]?.text == "bob" && read.secret == secret("of bob"))
    }

    /// Two processes that found no item of a server leave one.
    @Test func theAccountOfAServerIsReplaced() throws {
        for account in ["jane", "bob"] { try store("of \(account)", of: account) }
        #expect(try stored() == ["bob: of bob"])
    }
}
