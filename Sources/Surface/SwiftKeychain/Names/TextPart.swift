// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A part of a text to look for, ignoring case.
///
/// Texts are folded as a search with kSecMatchCaseInsensitive folds them, then compared byte by byte.
package struct TextPart {
    private let folded: [UInt8]

    package init(_ text: String) {
        folded = Array(StringComparison.caseInsensitive.folded(text).utf8)
    }

    /// Returns whether `text` contains the part.
    package func isIn(_ text: String) -> Bool {
        let whole = Array(StringComparison.caseInsensitive.folded(text).utf8)
        guard let first = folded.first else { return true }
        guard whole.count >= folded.count else { return false }
        return (0...whole.count - folded.count).contains {
            whole[$0] == first && whole[$0..<$0 + folded.count].elementsEqual(folded)
        }
    }

    /// Returns whether `text` is the whole text.
    package func equals(_ text: String) -> Bool {
        StringComparison.caseInsensitive.folded(text).utf8.elementsEqual(folded)
    }
}

extension Item {
    /// The attributes that are text.
    package var texts: [String] {
        stored.compactMap { attribute, value in
            attribute == .accessGroup ? nil : value.text
        }
    }
}
