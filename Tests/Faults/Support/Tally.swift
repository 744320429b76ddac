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

/// Gives the same numbers for the same seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
