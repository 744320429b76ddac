// SPDX-License-Identifier: Apache-2.0
/// The durations of one operation, in nanoseconds, in ascending order.
struct Samples {
    private var nanoseconds: [Int64] = []

    /// Runs `body` `count` times and times each run; drops the first tenth as warm-up.
    static func of(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Samples {
        var samples = Samples()
        samples.nanoseconds.reserveCapacity(count)
        let clock = ContinuousClock()
        for index in 0..<count {
            let start = clock.now
            try body(index)
            let duration = start.duration(to: clock.now)
            let (seconds, attoseconds) = duration.components
            samples.nanoseconds.append(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
        samples.nanoseconds.removeFirst(count / 10)
        samples.nanoseconds.sort()
        return samples
    }

    /// Times each of several ways `count` times, in turn, so that other load on the machine affects all
    /// of them.
    static func inTurn(_ count: Int, _ ways: [(Int) throws -> Void]) throws -> [Samples] {
        let rounds = 10
        var samples: [[Samples]] = ways.map { _ in [] }
        for first in stride(from: 0, to: count, by: count / rounds) {
            for (index, way) in ways.enumerated() {
                samples[index].append(try .of(count / rounds) { try way(first + $0) })
            }
        }
        return samples.map(merged)
    }

    /// Merges the samples of several clients or rounds.
    static func merged(_ all: [Samples]) -> Samples {
        var samples = Samples()
        samples.nanoseconds = all.flatMap(\.nanoseconds).sorted()
        return samples
    }

    /// Returns the duration in microseconds below which `share` of the runs are.
    func microseconds(at share: Double) -> Double {
        guard !nanoseconds.isEmpty else { return .nan }
        let index = min(nanoseconds.count - 1, Int(Double(nanoseconds.count) * share))
        return Double(nanoseconds[index]) / 1000
    }
}
