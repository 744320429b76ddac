import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// The clocks, random bytes and costs of an engine, which tests replace.
package struct SystemSources: Sendable {
    /// Seconds since 2001-01-01 00:00 UTC.
    package var now: @Sendable () -> Double
    /// The random bytes of identifiers, salts and epochs.
    package var random: RandomSource
    /// The work of one guess of a passcode that is set from now on.
    package var passcodeCost = Argon2Cost.passcode
    /// Whether the kernel keeps unlocked keys where it can; false keeps them in this process alone.
    package var keepsUnlockedInKernel = true
    /// Nanoseconds the machine has slept since it started.
    package var asleep: @Sendable () -> Int64 = SystemClock.timeAsleep
    /// The kernel's identifier of the current boot; nil where it is unavailable.
    package var boot: @Sendable () -> String? = BootIdentifier.current

    package init(
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        random: RandomSource = .system
    ) {
        self.now = now
        self.random = random
    }
}
