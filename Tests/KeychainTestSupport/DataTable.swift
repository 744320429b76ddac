// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Reads a table of the folder Data: rows of columns, by the names of the header line.
public struct DataTable {
    public let rows: [[String: String]]

    public init(_ name: String) throws {
        let lines = try Self.lines("Data/\(name)").map { $0.map(String.init) }
        let header = lines[0]
        rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    /// Reads the columns of each line that is no comment, by a path from the root of the repository.
    public static func lines(_ path: String) throws -> [[Substring]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    /// Takes the number out of 12, 0x10 or 'http' (0x68747470).
    public static func number(_ text: String) -> Int64? {
        let inner = text.split(separator: "(").last.map { $0.hasSuffix(")") ? $0.dropLast() : $0 }
        guard let inner else { return nil }
        return inner.hasPrefix("0x") ? Int64(inner.dropFirst(2), radix: 16) : Int64(inner)
    }
}
