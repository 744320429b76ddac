// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@testable import securitycli

@Suite struct DocumentationTests {
    private func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Users can't find a command that isn't documented.
    @Test func everyCommandHasItsRow() throws {
        let page = try text("Docs/reference/command.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|")[0] }
        for name in CommandTable.names {
            #expect(rows.contains { $0.contains("`\(name)`") }, "\(name)")
        }
    }

    /// The other files take the version and its date from ProgramVersion.
    @Test func theVersionIsTheSameEverywhere() throws {
        let version = ProgramVersion.text
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "MMMM d, yyyy"
        let date = try #require(formatter.date(from: ProgramVersion.date))
        formatter.dateFormat = "yyyy-MM-dd"
        let day = formatter.string(from: date)
        #expect(try text("CHANGELOG.md").contains("\n## \(version), \(day)\n"))
        #expect(try text("Packaging/PKGBUILD").contains("\npkgver=\(version)\n"))
        #expect(try text("Packaging/swift-keychain.spec").contains(" \(version)\n"))
        let pages = [
            "git-credential-keychain.1", "docker-credential-keychain.1", "keychain-entitlements.5",
            "keychain.7", "securityd.8",
        ]
        for page in pages {
            let source = try text("Docs/reference/man/\(page)")
            #expect(source.hasPrefix(".Dd \(ProgramVersion.date)\n"), "\(page)")
        }
    }
}
