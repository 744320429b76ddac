// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import securitycli

@Suite struct DocumentationTests {
    /// Users can't find a command that isn't documented.
    @Test func everyCommandHasItsRow() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Docs/command.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|")[0] }
        for command in CommandTable.commands {
            #expect(rows.contains { $0.contains("`\(command.name)`") }, "\(command.name)")
        }
        for name in CommandTable.absentNames {
            #expect(rows.contains { $0.contains("`\(name)`") }, "\(name)")
        }
    }
}
