// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A moment as date and time of day, UTC.
package struct CalendarDate: Sendable, Equatable {
    package var year = 0
    /// From 1 to 12; `tm_mon` counts from 0.
    package var month = 0
    package var day = 0
    package var hour = 0
    package var minute = 0
    package var second = 0
    package var millisecond = 0

    private static let epoch = Double(SystemClock.epochDifference)

    /// - Parameter seconds: since 2001-01-01. Years are limited to 0 to 9999, which four digits show.
    package init(seconds: Double) {
        // The first second of the year 0 and the last of the year 9999, counted from 1970.
        let bounded = min(max(seconds + Self.epoch, -62_167_219_200), 253_402_300_799)
        let whole = bounded.rounded(.down)
        var time = time_t(whole)
        var parts = tm()
        gmtime_r(&time, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
        millisecond = Int((bounded - whole) * 1000)
    }

    /// Reads text in which `d` of the pattern is a digit, and the digits year, month, day, hour,
    /// minute and second; nil for other text and for days and times that don't exist.
    /// A pattern has fourteen `d`: `dddd-dd-ddTdd:dd:ddZ` reads `2026-01-31T23:59:59Z`.
    package init?(_ text: some Collection<UInt8>, pattern: StaticString) {
        let pattern = pattern.withUTF8Buffer { Array($0) }
        guard text.count == pattern.count else { return nil }
        var digits: [Int] = []
        for (byte, wanted) in zip(text, pattern) {
            if wanted != UInt8(ascii: "d") {
                if byte != wanted { return nil }
            } else {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                digits.append(Int(byte - UInt8(ascii: "0")))
            }
        }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
        // The 31st of June would become another day.
        guard CalendarDate(seconds: seconds) == self else { return nil }
    }

    /// Reads `YYYY-MM-DDThh:mm:ssZ`.
    package init?(iso8601 text: Substring) { self.init(text.utf8, pattern: "dddd-dd-ddTdd:dd:ddZ") }

    /// Reads `YYYY-MM-DD-hh:mm:ss`, the value of an option. Without the time it is the start of the day.
    package init?(option text: [UInt8]) {
        let time = text.count == 10 ? "-00:00:00" : ""
        self.init(text + Array(time.utf8), pattern: "dddd-dd-dd-dd:dd:dd")
    }

    /// Seconds since 2001-01-01.
    package var seconds: Double {
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        return Double(timegm(&parts)) - Self.epoch + Double(millisecond) / 1000
    }

    /// `YYYY-MM-DDThh:mm:ssZ`.
    package var iso8601: String { "\(dateAndTime)Z" }

    /// `YYYY-MM-DDThh:mm:ss.mmmZ`.
    package var text: String { "\(dateAndTime).\(String(millisecond, width: 3))Z" }

    /// `YYYYMMDDhhmmssZ`.
    package var compact: String {
        String(year, width: 4)
            + [month, day, hour, minute, second].map { String($0, width: 2) }.joined() + "Z"
    }

    private var dateAndTime: String {
        let date = [month, day].map { "-" + String($0, width: 2) }.joined()
        let time = [hour, minute, second].map { String($0, width: 2) }.joined(separator: ":")
        return "\(String(year, width: 4))\(date)T\(time)"
    }
}
