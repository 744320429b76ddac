// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct DisplayWidthTests {
    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("pässe", 5), ("日本語", 6), ("e\u{301}", 1), ("🔑", 2), ("ｶﾅ", 2),
        ])
    func charactersTakeNoneOneOrTwoColumns(text: String, columns: Int) {
        #expect(DisplayWidth.columns(text) == columns)
    }

    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 6, "日本語"),
            ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}e\u{301}x", 2, "e\u{301}…"),
        ])
    func aLongTextEndsWithAnEllipsis(text: String, columns: Int, short: String) {
        #expect(DisplayWidth.shorten(text, to: columns) == short)
    }
}
