// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Finds the values of Apple's string constants by their names, in Data/constants.tsv.
enum Constants {
    private static let values: [String: String] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let table = root.appendingPathComponent("Data/constants.tsv")
        guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [:] }
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let strings = rows.dropFirst().filter { $0.count > 2 && !$0[1].hasPrefix("enum ") }
        return Dictionary(
            strings.map { (String($0[0]), String($0[2])) }, uniquingKeysWith: { first, _ in first })
    }()

    /// Gives the value of the constant `name`, and any other text as it is.
    ///
    /// - Throws: for a name that looks like a constant and is none.
    static func resolve(_ name: String) throws -> String {
        if let value = values[name] { return value }
        if name.hasPrefix("kSec") { throw RowMistake("\(name): no such constant") }
        return name
    }
}
