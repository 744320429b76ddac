// SPDX-License-Identifier: Apache-2.0
/// The moment of the monotonic clock until which a call may wait for locks.
public struct Deadline: Sendable, Equatable {
    public let instant: ContinuousClock.Instant

    /// Returns the deadline `duration` from now.
    public static func after(_ duration: Duration) -> Deadline {
        Deadline(instant: ContinuousClock.now.advanced(by: duration))
    }

    /// Returns the deadline `duration` later.
    package func later(by duration: Duration) -> Deadline {
        Deadline(instant: instant.advanced(by: duration))
    }

    /// The deadline of a call that doesn't ask the user: five seconds from now.
    public static var standard: Deadline { .after(.seconds(5)) }

    /// The time left; zero when the deadline has passed.
    public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }
    public var hasPassed: Bool { ContinuousClock.now >= instant }
}
