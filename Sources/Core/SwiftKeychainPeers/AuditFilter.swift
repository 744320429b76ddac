// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The calls of an audit log that a user wants to see.
package struct AuditFilter {
    package var process: Int32?
    /// The outcome; `failed` means every one but `ok` and `asks`.
    package var outcome: String?
    package var group: String?
    /// Seconds since 2001-01-01, as in the log.
    package var since = -Double.infinity

    package init() {}

    /// Returns whether all conditions hold for a line.
    package func accepts(_ entry: AuditEntry) -> Bool {
        if let process, entry.process != process { return false }
        if let group, entry.accessGroup != group { return false }
        if entry.time < since { return false }
        return outcome == nil || outcome == entry.outcome || outcome == "failed" && entry.isFailure
    }

    /// Reads a date, or a number of seconds, minutes, hours or days before now, such as `90s`.
    ///
    /// - Returns: seconds since 2001-01-01; nil for any other text.
    package static func moment(_ word: [UInt8]) -> Double? {
        if let date = CalendarDate(option: word) { return date.seconds }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        let text = String(decoding: word, as: UTF8.self)
        guard let unit = text.last.flatMap({ units[$0] }), let count = UInt32(text.dropLast())
        else { return nil }
        return SystemClock.absoluteTime() - Double(count) * unit
    }
}
