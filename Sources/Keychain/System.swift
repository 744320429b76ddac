import Glibc
import KeychainModel

/// Supplies the clock and randomness of the engine, so that tests can replace them.
package struct System: Sendable {
    /// Seconds since 2001-01-01 00:00 UTC.
    package var now: @Sendable () -> Double
    /// A given number of unpredictable bytes.
    package var randomBytes: @Sendable (Int) -> [UInt8]

    package init(
        now: @escaping @Sendable () -> Double = System.wallClock,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = System.kernelRandomness
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

    @Sendable package static func kernelRandomness(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
