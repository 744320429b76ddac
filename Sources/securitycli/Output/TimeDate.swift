import Glibc

/// Writes moments in the two forms that the command prints.
enum TimeDate {
    /// Seconds from 1970-01-01 to 2001-01-01.
    private static let epoch = 978_307_200.0

    /// Gives `YYYYMMDDhhmmssZ` and a zero byte, UTC, for `seconds` since 2001-01-01.
    static func bytes(_ seconds: Double) -> [UInt8] {
        let date = parts(seconds)
        let digits =
            [date.year, date.month, date.day, date.hour, date.minute, date.second]
            .enumerated().map { padded($1, to: $0 == 0 ? 4 : 2) }.joined()
        return Array(digits.utf8) + [UInt8(ascii: "Z"), 0]
    }

    /// Gives `YYYY-MM-DDThh:mm:ss.mmmZ` of ISO 8601 for `seconds` since 2001-01-01.
    static func iso8601(_ seconds: Double) -> String {
        let date = parts(seconds)
        return "\(padded(date.year, to: 4))-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
            + "T\(padded(date.hour, to: 2)):\(padded(date.minute, to: 2))"
            + ":\(padded(date.second, to: 2)).\(padded(date.millisecond, to: 3))Z"
    }

    private struct Parts {
        var year = 0
        var month = 0
        var day = 0
        var hour = 0
        var minute = 0
        var second = 0
        var millisecond = 0
    }

    private static func parts(_ seconds: Double) -> Parts {
        // Beyond these bounds, of the years 0 and 9999, no four digits tell the year.
        let bounded = min(max(seconds + epoch, -62_167_219_200), 253_402_300_799)
        let whole = bounded.rounded(.down)
        var time = time_t(whole)
        var broken = tm()
        gmtime_r(&time, &broken)
        return Parts(
            year: Int(broken.tm_year) + 1900, month: Int(broken.tm_mon) + 1,
            day: Int(broken.tm_mday), hour: Int(broken.tm_hour), minute: Int(broken.tm_min),
            second: Int(broken.tm_sec), millisecond: Int((bounded - whole) * 1000))
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
