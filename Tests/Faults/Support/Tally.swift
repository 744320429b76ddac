// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Counts what was tried and prints it, so that a run shows how much it looked at.
final class Tally: Sendable {
    let name: String
    private let counts = Mutex<[String: Int]>([:])

    init(_ name: String) { self.name = name }

    func add(_ what: String, _ count: Int = 1) {
        counts.withLock { $0[what, default: 0] += count }
    }

    subscript(what: String) -> Int { counts.withLock { $0[what] ?? 0 } }

    /// Prints one line: the name, then what was counted.
    func print() {
        let parts = counts.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($1) \($0)" }
        Swift.print("faults: \(name): \(parts.joined(separator: ", "))")
    }
}

/// Reads how much is tried: little by default, so that it can run with every change.
enum Effort {
    /// Every how many bits, pages, calls one is tried: `$FAULTS_STRIDE`.
    static func stride(_ standard: Int) -> Int { number("FAULTS_STRIDE") ?? standard }
    /// How often something random is done: `$FAULTS_SAMPLES`.
    static func samples(_ standard: Int) -> Int { number("FAULTS_SAMPLES") ?? standard }
    /// What random choices start from: `$FAULTS_SEED`.
    static var seed: UInt64 { UInt64(number("FAULTS_SEED") ?? 1) }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
