// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The machine's clocks.
package enum SystemClock {
    /// Seconds between 1970-01-01 and 2001-01-01, UTC.
    package static let epochDifference: Int64 = 978_307_200

    private static func reading(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }

    /// Whole seconds since 1970-01-01 UTC.
    package static var seconds: Int64 { Int64(reading(CLOCK_REALTIME).tv_sec) }

    package static func nanoseconds(_ clock: clockid_t) -> Int64 {
        let time = reading(clock)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Nanoseconds since 1970-01-01 UTC.
    package static var nanoseconds: UInt64 { UInt64(nanoseconds(CLOCK_REALTIME)) }

    /// Seconds since 2001-01-01 UTC, as dates of items count them.
    @Sendable package static func absoluteTime() -> Double {
        let time = reading(CLOCK_REALTIME)
        return Double(Int64(time.tv_sec) - epochDifference) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the nanoseconds that the machine has slept since it started: the difference between the
    /// clock that runs while it sleeps and the clock that stops. Neither can be set.
    @Sendable package static func timeAsleep() -> Int64 {
        var difference: Int64 = 0
        // An interruption between two readings would count as sleep.
        for _ in 0..<16 {
            let before = nanoseconds(CLOCK_MONOTONIC)
            difference = nanoseconds(CLOCK_BOOTTIME) - before
            if nanoseconds(CLOCK_MONOTONIC) - before < 1_000_000 { break }
        }
        return difference
    }

    /// Suspends the thread, for an hour at most; a signal may end that early.
    package static func sleep(_ duration: Duration) {
        let (seconds, rest) = min(duration, .seconds(3600)).components
        usleep(useconds_t(seconds * 1_000_000 + rest / 1_000_000_000_000))
    }

    /// Returns the moment `duration` from now on the monotonic clock, for pthread_cond_timedwait().
    package static func monotonicTime(after duration: Duration) -> timespec {
        var time = reading(CLOCK_MONOTONIC)
        let parts = duration.components
        // About 68 years, so that a duration without end can't overflow the sum.
        time.tv_sec += Int(min(parts.seconds, 1 << 31))
        time.tv_nsec += Int(parts.attoseconds / 1_000_000_000)
        if time.tv_nsec >= 1_000_000_000 {
            time.tv_sec += 1
            time.tv_nsec -= 1_000_000_000
        }
        return time
    }

    /// Formats a moment for a file name, such as 20260131T235959Z; as a plain number when it is in no
    /// calendar.
    package static func stamp(_ seconds: Int64) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        // A damaged file may hold any number.
        guard gmtime_r(&moment, &parts) != nil else { return "\(seconds)" }
        let date = [parts.tm_mon + 1, parts.tm_mday].map { String($0, width: 2) }.joined()
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { String($0, width: 2) }.joined()
        return "\(Int(parts.tm_year) + 1900)\(date)T\(time)Z"
    }
}
