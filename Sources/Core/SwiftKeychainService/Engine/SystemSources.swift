// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

/// The clocks, random bytes and costs of an engine, which tests replace.
package struct SystemSources: Sendable {
    /// Seconds since 2001-01-01 00:00 UTC.
    package var now: @Sendable () -> Double
    /// The random bytes of identifiers, salts and epochs.
    package var random: RandomSource
    /// The Argon2id cost for new passcodes.
    package var passcodeCost = Argon2Cost.passcode
    /// Whether the kernel keeps unlocked keys where it can; false keeps them in this process alone.
    package var keepsUnlockedInKernel = true
    /// Nanoseconds the machine has slept since it started.
    package var asleep: @Sendable () -> Int64 = SystemClock.timeAsleep
    /// The kernel's identifier of the current boot; nil where it is unavailable.
    package var boot: @Sendable () -> String? = BootIdentifier.current

    /// The stores that this process keeps to itself, as securityd does; nil to share stores with other
    /// processes.
    package var owned: OwnedStores?

    /// The clock in seconds since 1970-01-01 UTC.
    var seconds: Int64 { Int64(now()) + SystemClock.epochDifference }
    /// The clock in milliseconds since 2001-01-01 00:00 UTC.
    var milliseconds: UInt64 { UInt64(max(0, now() * 1000)) }

    package init(
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        random: RandomSource = .system
    ) {
        self.now = now
        self.random = random
    }
}

/// The kernel's identifier of the current boot: a new one after each restart.
enum BootIdentifier {
    static let path = "/proc/sys/kernel/random/boot_id"
    /// The length of a UUID as text.
    private static let length = 36
    private static let known = OnceValue<String>()

    /// Returns the identifier, read once; nil if it can't be read, as without /proc.
    @Sendable static func current() -> String? {
        if let name = known.value { return name }
        guard let text = SmallText.read(path)?.prefix(length), text.utf8.count == length else {
            return nil
        }
        return known.keep(String(text))
    }
}
