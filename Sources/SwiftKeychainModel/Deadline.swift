/// Bounds how long a call may wait for locks, in the time of the monotonic clock.
public struct Deadline: Sendable, Equatable {
    public let instant: ContinuousClock.Instant

    /// Sets the deadline `duration` from now.
    public static func after(_ duration: Duration) -> Deadline {
        Deadline(instant: ContinuousClock.now.advanced(by: duration))
    }

    /// Gives the deadline `duration` later.
    package func later(by duration: Duration) -> Deadline {
        Deadline(instant: instant.advanced(by: duration))
    }

    /// The deadline of a call that asks nobody: five seconds from now.
    public static var standard: Deadline { .after(.seconds(5)) }

    /// Time left, zero when the deadline has passed.
    public var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }
    public var hasPassed: Bool { ContinuousClock.now >= instant }
}
