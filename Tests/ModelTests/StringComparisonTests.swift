// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Testing

@Suite struct StringComparisonTests {
    private static let options: [(StringComparison, String.CompareOptions)] = [
        (.caseInsensitive, .caseInsensitive), (.diacriticInsensitive, .diacriticInsensitive),
        (.widthInsensitive, .widthInsensitive),
        (
            [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        ),
    ]

    /// Letters, marks and signs of every script that has cases, diacritics or widths.
    private static let texts: [String] = {
        let blocks: [ClosedRange<UInt32>] = [
            0x20...0x7e, 0xa0...0x130, 0x132...0x24f, 0x370...0x482, 0x48a...0x50f, 0x531...0x556,
            0x5d0...0x5ea, 0x621...0x64a, 0x905...0x939, 0x1e00...0x1e9d, 0x1ea0...0x1fcc,
            0x3041...0x3096, 0x30a1...0x30fa, 0x4e00...0x4e20, 0xac00...0xac20, 0xff01...0xff9d,
        ]
        let scalars = blocks.joined().compactMap(Unicode.Scalar.init)
        return scalars.filter { $0.properties.generalCategory != .unassigned }.map { String($0) }
            + [
                "e\u{301}", "\u{301}", "a\u{301}\u{323}b", "\u{30ab}\u{3099}", "stra\u{df}e",
                "\u{fb01}",
            ]
    }()

    @Test(arguments: options.indices)
    func equalsAsFoundationFolds(_ index: Int) {
        let (comparison, foundation) = Self.options[index]
        for text in Self.texts {
            let folded = text.folding(options: foundation, locale: nil)
            #expect(comparison.folded(text) == folded, "\(text.unicodeScalars.map(\.value))")
            #expect(comparison.equal(text, folded))
        }
    }

    @Test func spellingsOfALetterDiffer() {
        for comparison in [StringComparison.caseInsensitive, .widthInsensitive] {
            #expect(!comparison.equal("caf\u{e9}", "cafe\u{301}"))
        }
        #expect(StringComparison.diacriticInsensitive.equal("caf\u{e9}", "cafe\u{301}"))
    }

    @Test func withoutOptionsEveryByteCounts() {
        let comparison: StringComparison = []
        #expect(comparison.equal("caf\u{e9}", "caf\u{e9}"))
        #expect(!comparison.equal("caf\u{e9}", "cafe\u{301}"))
        #expect(!comparison.equal("a", "A"))
    }
}
