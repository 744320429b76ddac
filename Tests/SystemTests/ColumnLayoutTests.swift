// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

/// Text that is laid out for a terminal.
@Suite struct ColumnLayoutTests {
    private let values = ["generic", "mail", "ann", "-", "2026-01-31T23:59:59Z"]

    private func width(_ limit: Int?, _ values: [String]) -> Int {
        ColumnLayout(limit).fit(values).map(DisplayWidth.columns).reduce(0, +)
    }

    @Test func columnsHaveTheirWidthsWhereThereIsRoom() {
        #expect(
            ColumnLayout(nil).fit(values).map(DisplayWidth.columns) == [13, 30, 26, 30, 20])
        #expect(width(nil, values) == width(200, values))
    }

    @Test func aNarrowTerminalCutsTheTimeAndShortensTheLongest() {
        let long = values.map { $0 == "ann" ? String(repeating: "a", count: 300) : $0 }
        for limit in [60, 80, 119, 140] {
            #expect(width(limit, long) <= limit && width(limit, values) <= limit)
        }
        #expect(ColumnLayout(80).fit(values)[4] == "2026-01-31")
        #expect(ColumnLayout(nil).fit(long)[2].hasPrefix(long[2]))
    }

    @Test func furtherLinesAreIndented() {
        #expect(ShownText.lines(of: "a\tb\r\n\u{1b}c\n", indented: 2) == "a\tb\n  \\033c\n  ")
    }
}
