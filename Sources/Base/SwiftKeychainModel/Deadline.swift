// SPDX-License-Identifier: Apache-2.0
/// The moment of the monotonic clock until which a call may wait for locks.
public struct Deadline: Sendable, Equatable {
    /// The time from ``start`` to the deadline. An instant would make every copy of a value that contains it slow,
    /// because the size of an instant is known only at run time.
    private let time: Duration

    private static let start = ContinuousClock.now
    private static var now: Duration { start.duration(to: .now) }

    public var instant: ContinuousClock.Instant { Self.start + time }

    /// Returns the deadline `duration` from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(time: now + duration) }

    /// Returns the deadline `duration` later.
    package func later(by duration: Duration) -> Deadline { Deadline(time: time + duration) }

    /// The deadline of a call that doesn't ask the user: five seconds from now.
    public static var standard: Deadline { .after(.seconds(5)) }

    /// The time left; zero when the deadline has passed.
    public var remaining: Duration { max(.zero, time - Self.now) }
    public var hasPassed: Bool { Self.now >= time }
}
