// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainSystem

@Suite struct CalendarDateTests {
    @Test(
        arguments: [
            (0.0, "20010101000000Z", "2001-01-01T00:00:00.000Z"),
            (-978_307_200.5, "19691231235959Z", "1969-12-31T23:59:59.500Z"),
            (789_652_800.25, "20260109120000Z", "2026-01-09T12:00:00.250Z"),
            (1e300, "99991231235959Z", "9999-12-31T23:59:59.000Z"),
            (-1e300, "00000101000000Z", "0000-01-01T00:00:00.000Z"),
        ] as [(Double, String, String)])
    func moments(seconds: Double, compact: String, text: String) {
        let date = CalendarDate(seconds: seconds)
        #expect(date.compact == compact)
        #expect(date.text == text)
    }

    @Test(arguments: ["2026-01-09T12:00:00Z", "2024-02-29T23:59:59Z", "0000-01-01T00:00:00Z"])
    func textIsReadAsItIsWritten(text: String) {
        #expect(CalendarDate(iso8601: text[...])?.iso8601 == text)
    }

    @Test(
        arguments: [
            "", "2026-01-09", "2026-06-31T00:00:00Z", "2025-02-29T00:00:00Z",
            "2026-01-09T24:00:00Z", "2026-01-09T12:00:60Z", "2026-01-09 12:00:00Z",
        ])
    func whatIsNoDateIsRefused(text: String) { #expect(CalendarDate(iso8601: text[...]) == nil) }
}
