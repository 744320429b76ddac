// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Reads a table of the folder Data: rows of columns, by the names of the header line.
struct DataTable {
    let rows: [[String: String]]

    init(_ name: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("Data/\(name)"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let header = lines[0]
        rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }
}
