// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A generator whose numbers depend on a seed alone (SplitMix64), so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(_ seed: UInt64 = runSeed) { state = seed }

    /// The seed of this run: `$KEYCHAIN_TEST_SEED`, or a random one.
    public static let runSeed: UInt64 =
        ProcessInfo.processInfo.environment["KEYCHAIN_TEST_SEED"].flatMap { UInt64($0) }
        ?? UInt64.random(in: 0...(.max))

    /// How to repeat a failure of this run.
    public static let note = "repeat with KEYCHAIN_TEST_SEED=\(runSeed)"

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
