// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A part of a text to look for, ignoring case.
///
/// Texts are folded as a search with kSecMatchCaseInsensitive folds them, decomposed, because keyboards and files of a Mac
/// give the same letter in two forms, and then compared byte by byte.
package struct TextPart {
    private let folded: [UInt8]

    package init(_ text: String) { folded = Self.folded(text) }

    /// Returns the bytes that are compared.
    static func folded(_ text: String) -> [UInt8] {
        Array(StringComparison.decomposed(StringComparison.caseInsensitive.folded(text)).utf8)
    }

    /// Returns whether `text` contains the part.
    package func isIn(_ text: String) -> Bool {
        let whole = Self.folded(text)
        guard let first = folded.first else { return true }
        guard whole.count >= folded.count else { return false }
        return (0...whole.count - folded.count).contains {
            whole[$0] == first && whole[$0..<$0 + folded.count].elementsEqual(folded)
        }
    }

    /// Returns whether `text` is the whole text.
    package func equals(_ text: String) -> Bool { Self.folded(text) == folded }
}

extension Item {
    /// The attributes that are text.
    package var texts: [String] {
        stored.compactMap { attribute, value in
            attribute == .accessGroup ? nil : value.text
        }
    }
}
