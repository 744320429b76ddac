// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// The columns that text takes on a terminal: two for a wide character, none for one that combines with the one before.
package enum DisplayWidth {
    /// The locale of glibc that knows every character, whatever the user's is.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    package static func columns(_ text: String) -> Int { widths(text).reduce(0, +) }

    /// Returns the text, or its beginning and an ellipsis if it takes more columns.
    package static func shorten(_ text: String, to columns: Int) -> String {
        let widths = widths(text)
        guard widths.reduce(0, +) > columns else { return text }
        var room = columns - 1
        let kept = widths.prefix { width in
            room -= width
            return room >= 0
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(kept.count))) + "…"
    }

    /// Returns the columns of each scalar; one where the locale doesn't know it.
    private static func widths(_ text: String) -> [Int] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return Array(repeating: 1, count: text.utf8.count)
        }
        let former = uselocale(locale)
        defer { uselocale(former) }
        return text.unicodeScalars.map { scalar in
            let width = keychain_wcwidth(scalar.value)
            return width < 0 ? 1 : Int(width)
        }
    }
}
