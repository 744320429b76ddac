import Foundation

/// Says which differences between two strings do not count, as the three insensitive match keys.
public struct StringComparison: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let caseInsensitive = StringComparison(rawValue: 1 << 0)
    public static let diacriticInsensitive = StringComparison(rawValue: 1 << 1)
    public static let widthInsensitive = StringComparison(rawValue: 1 << 2)

    /// Tells whether the strings are equal; with no option set, byte for byte.
    public func equal(_ left: String, _ right: String) -> Bool {
        if isEmpty { return left.utf8.elementsEqual(right.utf8) }
        return folded(left) == folded(right)
    }

    /// Gives the form of `text` in which differences that do not count are gone.
    public func folded(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        if contains(.widthInsensitive) { options.insert(.widthInsensitive) }
        return text.folding(options: options, locale: nil)
    }
}
