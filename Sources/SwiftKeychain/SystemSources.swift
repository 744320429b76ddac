import Glibc
import SwiftKeychainSealing
import SwiftKeychainModel

/// Supplies the clock and randomness of the engine, so that tests can replace them.
package struct SystemSources: Sendable {
    /// Seconds since 2001-01-01 00:00 UTC.
    package var now: @Sendable () -> Double
    /// A given number of unpredictable bytes.
    package var randomBytes: @Sendable (Int) -> [UInt8]
    /// How much work a guess of a passcode that is entered from now on takes.
    package var passcodeCost = PasscodeCost.standard
    /// What was unlocked is kept by the kernel where it can; false: in this process alone.
    package var keepsUnlockedInKernel = true
    /// Nanoseconds the machine has slept since it started.
    package var asleep: @Sendable () -> Int64 = SystemSources.timeAsleep

    /// The kernel's name of this run of the machine; nil where it is not told.
    package var boot: @Sendable () -> String? = BootIdentifier.current

    package init(
        now: @escaping @Sendable () -> Double = SystemSources.wallClock,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = SystemSources.kernelRandomness
    ) {
        self.now = now
        self.randomBytes = randomBytes
    }

    @Sendable package static func wallClock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // The two epochs, 1970 and 2001, lie 978 307 200 seconds apart.
        return Double(time.tv_sec - 978_307_200) + Double(time.tv_nsec) / 1e9
    }

    /// Gives what the clock that goes on while the machine sleeps is ahead of the one that stops:
    /// neither is set by anybody, and both are read without a call into the kernel.
    @Sendable package static func timeAsleep() -> Int64 {
        var difference: Int64 = 0
        // Whoever is interrupted between two readings would take that for sleep.
        for _ in 0..<16 {
            let (before, all, after) =
                (
                    nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_BOOTTIME),
                    nanoseconds(CLOCK_MONOTONIC)
                )
            difference = all - before
            if after - before < 1_000_000 { break }
        }
        return difference
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Sendable package static func kernelRandomness(_ count: Int) -> [UInt8] {
        precondition(count <= 256, "getentropy gives 256 bytes at most")
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard getentropy(buffer.baseAddress, count) == 0 else {
                fatalError("the kernel gave no randomness")
            }
            filled = count
        }
    }
}
