// SPDX-License-Identifier: Apache-2.0
import Glibc
import StoreTestSupport

/// Lets many processes write at once, through the store and through SQLite's busy handler.
struct Comparison {
    let folder: String

    func run(processes: Int, _ count: Int) throws {
        mkdir(folder, 0o700)
        for command in ["busy", "add", "busy", "add"] {
            if command == "add" {
                _ = try Probe(folder: folder).count()
            } else {
                try BusyHandler(folder: folder).insert(0, 1)
            }
            let start = ContinuousClock.now
            let first = Int.random(in: 1...1 << 40)
            let children = (0..<processes).map {
                ChildProcess(
                    ChildProcess.sibling("StoreProbe"),
                    [command, folder, "\(first + $0 * count)", "\(count)"])
            }
            let times = children.flatMap { $0.lines().compactMap { Int($0) } }.sorted()
            for child in children { child.wait() }
            func at(_ share: Double) -> String {
                let value = times[min(times.count - 1, Int(Double(times.count) * share))]
                return "\(Double(value / 10) / 100) ms"
            }
            let seconds = Double(microseconds(since: start)) / 1e6
            say(
                "\(command): \(times.count) calls, p50 \(at(0.5)), p99 \(at(0.99)), longest \(at(1)),",
                "\(Int(Double(times.count) / seconds)) a second")
        }
    }
}
