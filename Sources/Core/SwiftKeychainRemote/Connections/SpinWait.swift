// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem
import Synchronization

/// A short time in which a thread looks again and again, instead of sleeping at once.
///
/// Putting a processor to sleep and waking it takes longer than most calls do. Between two looks, other threads that
/// can run get the processor. Where one keeps it for long, the machine has other work, and a thread that sleeps would get
/// the processor back sooner. Then no thread of this process spins for a hundred times as long, so that these turns
/// take a hundredth of the time.
package struct SpinWait {
    /// The times are in nanoseconds.
    private static let length: UInt64 = 50_000
    /// A turn of another thread from which on the machine counts as busy.
    private static let longestTurn: UInt64 = 1_000_000
    private static let pausedUntil = Atomic<UInt64>(0)

    private let start = Self.now

    package init() {}

    /// Lets other threads run, and returns whether to look again.
    package func goesOn() -> Bool {
        let before = Self.now
        guard before - start < Self.length,
            before >= Self.pausedUntil.load(ordering: .relaxed)
        else { return false }
        sched_yield()
        let after = Self.now
        let turn = after - before
        if turn > Self.longestTurn {
            Self.pausedUntil.store(after + 100 * turn, ordering: .relaxed)
        }
        return true
    }

    /// The time since the machine was started, in nanoseconds.
    private static var now: UInt64 { UInt64(SystemClock.nanoseconds(CLOCK_MONOTONIC)) }
}
