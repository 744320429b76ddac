// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSecretBus
import Testing

@Suite struct KeePassXCAttributesTests {
    /// What KeePassXC 2.7 gives an item that a program made.
    private let own = [
        ("Title", "Label"), ("UserName", ""), ("URL", ""), ("Notes", ""), ("Path", "/Label"),
        ("Uuid", "0123"), ("FDO_SECRETS_CONTENT_TYPE", "text/plain"),
    ]

    private func kept(_ attributes: [(String, String)]) -> [String] {
        KeePassXCAttributes.removed(from: attributes).map { "\($0.0)=\($0.1)" }
    }

    @Test func thoseOfAProgramStay() {
        #expect(kept(own + [("user", "jane")]) == ["user=jane"])
        #expect(kept([("Title", "a"), ("user", "jane")]) == ["Title=a", "user=jane"])
    }

    @Test func anEntryOfTheUserKeepsAll() {
        #expect(kept(own).count == own.count)
        let entry = own.map { $0.0 == "UserName" ? ($0.0, "jane") : $0 } + [("service", "mail")]
        #expect(kept(entry).count == entry.count)
    }
}
