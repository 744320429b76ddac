// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct PrintableTextTests {
    @Test func whatShowsItselfStays() {
        for text in [
            "", "plain ~!", "Grüße, 世界 🙂", "back\\slash", "cafe\u{301}", "\u{a0}\u{3000}",
            "نمی‌دانم", "👨‍👩‍👧",
        ] {
            #expect(text.printable == text)
        }
    }

    /// Controls, bidirectional marks, embeddings, overrides and isolates, invisible ones, separators,
    /// tags beyond the basic plane.
    @Test func whatDoesNotIsShownAsItsBytes() {
        for (text, shown) in [
            ("a\u{1b}[2J", "a\\033[2J"), ("\0\n\t\u{7f}", "\\000\\012\\011\\177"),
            ("\u{85}", "\\302\\205"), ("\u{ad}", "\\302\\255"), ("\u{61c}", "\\330\\234"),
            (
                "\u{200b}\u{200e}\u{200f}",
                "\\342\\200\\213\\342\\200\\216\\342\\200\\217"
            ),
            ("\u{202a}\u{202e}", "\\342\\200\\252\\342\\200\\256"),
            ("\u{2066}\u{2069}", "\\342\\201\\246\\342\\201\\251"),
            ("\u{2028}\u{2029}", "\\342\\200\\250\\342\\200\\251"), ("\u{feff}", "\\357\\273\\277"),
            ("\u{e0041}", "\\363\\240\\201\\201"), ("x\r\ny", "x\\015\\012y"),
        ] {
            #expect(text.printable == shown)
        }
    }
}
