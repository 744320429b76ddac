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

    /// Merges the samples of several clients.
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
