import Glibc
import Synchronization

/// Tells the time of day; a test can set it.
package enum WallClock {
    private static let fixed = Mutex<Int64?>(nil)

    /// Stops the clock at `seconds` since 1970-01-01 UTC; nil: it runs again.
    package static func set(_ seconds: Int64?) { fixed.withLock { $0 = seconds } }

    /// Whole seconds since 1970-01-01 UTC.
    static var seconds: Int64 { fixed.withLock { $0 } ?? Int64(time(nil)) }

    /// Nanoseconds since 1970-01-01 UTC.
    static var nanoseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// Writes a moment as in a file name: 20260131T235959Z; one that no calendar names, as a number.
    static func stamp(_ seconds: Int64) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        // A damaged file may hold any number.
        guard gmtime_r(&moment, &parts) != nil else { return "\(seconds)" }
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(Int(parts.tm_year) + 1900)" + two(parts.tm_mon + 1) + two(parts.tm_mday) + "T"
            + two(parts.tm_hour) + two(parts.tm_min) + two(parts.tm_sec) + "Z"
    }
}
