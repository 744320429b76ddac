// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

@_spi(_Unicode) import Swift

/// The differences between strings that a comparison ignores, for the three insensitive match keys.
///
/// The folding is Core Foundation's: the marks of Latin, Greek and Cyrillic letters are diacritics;
/// those of other scripts are part of the letter.
public struct StringComparison: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let caseInsensitive = StringComparison(rawValue: 1 << 0)
    public static let diacriticInsensitive = StringComparison(rawValue: 1 << 1)
    public static let widthInsensitive = StringComparison(rawValue: 1 << 2)

    /// Returns whether the strings are equal; with no option set, byte for byte.
    public func equal(_ left: String, _ right: String) -> Bool {
        if isEmpty { return left.hasSameBytes(as: right) }
        return folded(left).hasSameBytes(as: folded(right))
    }

    /// Returns `text` without the ignored differences.
    public func folded(_ text: String) -> String {
        var text = text
        if contains(.widthInsensitive) { text = Self.withoutWidth(text) }
        if contains(.diacriticInsensitive) { text = Self.withoutDiacritics(text) }
        // Upper case first: it unifies the forms of a letter and expands ligatures.
        if contains(.caseInsensitive) { text = text.uppercased().lowercased() }
        return text
    }

    /// Returns text in which a letter with a mark is two characters: NFD.
    package static func decomposed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var scalars = String.UnicodeScalarView()
        // The standard library has no other way to decompose text without Foundation.
        scalars.append(contentsOf: text._nfd)
        return String(scalars)
    }

    /// Returns decomposed text without the marks of Latin, Greek and Cyrillic letters; those of other scripts
    /// distinguish words.
    private static func withoutDiacritics(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        for scalar in decomposed(text).unicodeScalars {
            if scalar.properties.generalCategory != .nonspacingMark {
                base = scalar
            } else if let base, base.value < firstOtherScript {
                continue
            }
            kept.append(scalar)
        }
        return String(kept)
    }

    /// The first character after Cyrillic.
    private static let firstOtherScript: UInt32 = 0x510

    /// Returns text with full-width and half-width forms (U+FF00 to U+FFEF) replaced by the usual characters.
    private static func withoutWidth(_ text: String) -> String {
        var wide = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let value = scalar.value
            let other: Unicode.Scalar? =
                switch value {
                // The letters, digits and punctuation of ASCII.
                case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0)
                case 0xFF5F...0xFF9F: kana[Int(value - 0xFF5F)]
                case 0xFFE0, 0xFFE1, 0xFFE2, 0xFFE4, 0xFFE5, 0xFFE6: signs[value]
                default: nil
                }
            wide.append(other ?? scalar)
        }
        return String(wide)
    }

    /// The usual forms of U+FF5F to U+FF9F; the last two are combining marks.
    private static let kana =
        Array(
            ("⦅⦆。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
                + "ハヒフヘホマミムメモヤユヨラリルレロワン").unicodeScalars) + ["\u{3099}", "\u{309A}"]

    private static let signs: [UInt32: Unicode.Scalar] = [
        0xFFE0: "¢", 0xFFE1: "£", 0xFFE2: "¬", 0xFFE4: "¦", 0xFFE5: "¥", 0xFFE6: "₩",
    ]
}
