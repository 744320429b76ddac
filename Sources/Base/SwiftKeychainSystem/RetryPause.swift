// SPDX-License-Identifier: Apache-2.0
/// The pauses between attempts to reach something that failed: each twice as long as the one before, from a second to
/// five minutes.
package struct RetryPause: Sendable {
    private static let longest = Duration.seconds(300)
    private var limit = Duration.seconds(1)

    package init() {}

    /// Returns the length of the next pause.
    package mutating func next() -> Duration {
        defer { limit = min(limit * 2, Self.longest) }
        // Those that lost the same server don't all come back at once.
        return limit * Double.random(in: 0.5...1)
    }

    /// Waits until the next attempt.
    package mutating func wait() { SystemClock.sleep(next()) }
}
