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

    /// Reads `YYYY-MM-DD-hh:mm:ss`, UTC, as seconds since 2001-01-01; nil for anything else.
    static func seconds(_ word: [UInt8]) -> Double? {
        let form = Array("dddd-dd-dd-dd:dd:dd".utf8)
        guard word.count == form.count,
            zip(word, form).allSatisfy({ byte, wanted in
                let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                return wanted == UInt8(ascii: "d") ? isDigit : byte == wanted
            })
        else { return nil }
        func number(_ range: Range<Int>) -> Int32 {
            word[range].reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        }
        var broken = tm()
        broken.tm_year = number(0..<4) - 1900
        broken.tm_mon = number(5..<7) - 1
        broken.tm_mday = number(8..<10)
        broken.tm_hour = number(11..<13)
        broken.tm_min = number(14..<16)
        broken.tm_sec = number(17..<19)
        var normal = broken
        let time = timegm(&normal)
        // The 31st of June becomes another day, and is refused.
        let isSame =
            normal.tm_mon == broken.tm_mon && normal.tm_mday == broken.tm_mday
            && normal.tm_hour == broken.tm_hour && normal.tm_min == broken.tm_min
            && normal.tm_sec == broken.tm_sec
        return isSame ? Double(time) - epoch : nil
    }

    /// Tells the present moment in seconds since 2001-01-01.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) - epoch
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
