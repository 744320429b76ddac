// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The merge rule, in circles of up to eight devices with wrong clocks, a relay that delays and goes back, locked and
/// lost rows, devices that come, go, are removed, copied or put back.
@Suite struct SyncSimulationTests {
    /// Seeds beside the first ones, each of which fails if a rule is left out that few others need.
    private static let rare: [UInt64] = [
        528, 599, 901, 1035, 1938, 1984, 3428, 5315, 5816, 6098, 13846, 14199, 28306, 34222,
        79787,
    ]

    /// The number of seeds: `SYNC_SEEDS`, or 300. `SYNC_SEED` runs one alone, and prints its steps.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["SYNC_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let count = environment["SYNC_SEEDS"].flatMap { UInt64($0) } ?? 300
        return Array(0..<count) + rare
    }()

    @Test(.serialized, arguments: [false, true])
    func devicesAgreeAndLoseNothing(_ joinsAgain: Bool) {
        var complete = 0
        for seed in Self.seeds {
            var simulation = SyncSimulation(
                seed: seed, joinsAgain: joinsAgain, isTraced: Self.seeds.count == 1)
            simulation.run()
            #expect(simulation.faults.isEmpty, "SYNC_SEED=\(seed)")
            if simulation.isComplete { complete += 1 }
        }
        // Where a member never returns, less can be checked.
        let least = Self.seeds.count / (joinsAgain ? 10 : 2)
        #expect(complete > least || Self.seeds.count == 1)
    }
}
