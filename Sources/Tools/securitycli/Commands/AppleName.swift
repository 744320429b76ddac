// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import SwiftKeychainModel

/// A function, constant or type of Apple's Security, LocalAuthentication or CryptoTokenKit, and what it is on Linux.
///
/// The table ``AppleNameTable`` has lines with tabs between columns. A line that begins with `=` has a header and the
/// text for its names that have none; the lines behind it are names of that header.
///
///     =Header.h   text for names without one
///     fh          SecItemAdd
///     cw          names that are replaced so, with blanks between them
///
/// The first column is the kind (c constant, f function, t type) and the state (h here, c unavailable, w another way,
/// or absent), then come the names, the value of constants, and the text. Statuses are those of ``Status``, and the keys
/// and values of queries those of ``QueryConstants``.
enum AppleName {
    /// Returns lines for the user: the kind and the header, the state on Linux, and the value of a constant.
    ///
    /// - Parameter name: as Swift spells it, without the arguments of a function.
    /// - Returns: nil for an unknown name.
    static func lines(about name: String) -> [String]? {
        if let (header, text, value) = constant(name) {
            return ["\(name): constant of \(header)", "here: \(text)", "value: \(value)"]
        }
        var header: [Substring] = []
        for line in lines {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            if line.hasPrefix("=") {
                header = columns
                continue
            }
            guard names(columns).contains(name[...]), let kind = columns[0].first,
                let state = columns[0].last
            else { continue }
            let kinds: [Character: String] = ["c": "constant", "f": "function", "t": "type"]
            let states: [Character: String] = ["h": "here", "c": "unavailable", "w": "another way"]
            let value = columns.count > 2 ? columns[2] : ""
            let text = columns.count > 3 ? columns[3] : state == "h" ? "" : header[1]
            let shown = states[state] ?? "absent"
            return [
                "\(name): \(kinds[kind] ?? "") of \(header[0].dropFirst())",
                text.isEmpty ? shown : "\(shown): \(text)",
            ] + (value.isEmpty ? [] : ["value: \(value)"])
        }
        return nil
    }

    private static func constant(
        _ name: String
    ) -> (header: String, text: String, value: String)? {
        if name.hasPrefix("errSec"), let number = Status.number(named: name) {
            return ("SecBase.h", Status.sentence(for: number), "\(number)")
        }
        return queryConstants.first { $0.name.description == name }.map {
            ("SecItem.h", $0.doc.description.filter { $0 != "`" }, $0.value.description)
        }
    }

    private static let queryConstants = QueryConstants.keys + QueryConstants.values

    private static var lines: [Substring] {
        let text = AppleNameTable.text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        return text.split(separator: "\n")
    }

    private static func names(_ columns: [Substring]) -> [Substring] {
        columns[1].split(separator: " ")
    }

    /// Returns names that a user may have meant: the one that differs in the fewest letters, or else up to five that
    /// contain the word, the shortest first.
    static func names(near word: String) -> [String] {
        let names =
            Status.names.filter { $0.hasPrefix("errSec") } + queryConstants.map(\.name.description)
            + lines.filter { !$0.hasPrefix("=") }.flatMap {
                Self.names($0.split(separator: "\t")).map(String.init)
            }
        if let nearest = Suggestion.nearest(Array(word.utf8), names) { return [nearest] }
        guard word.utf8.count > 2 else { return [] }
        let part = word.lowercased()
        let containing = names.filter { $0.lowercased().contains(part: part) }
        return Array(containing.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(5))
    }
}
