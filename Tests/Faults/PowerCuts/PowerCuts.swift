// SPDX-License-Identifier: Apache-2.0
import Foundation
import SeededGenerator
import Testing

/// Cuts the power after every step of a recorded run, and opens what may be left on the disk.
@Suite struct PowerCuts {
    @Test func creation() throws { try cutEverywhere(.creation()) }
    @Test func changes() throws { try cutEverywhere(.changes()) }
    @Test func checkpoint() throws { try cutEverywhere(.checkpoint()) }
    @Test func salvage() throws { try cutEverywhere(.salvage()) }

    private func cutEverywhere(_ scenario: Scenario) throws {
        let tally = Tally("power cuts in \(scenario.name)")
        let recording = try Recording(scenario.start, scenario.steps)
        try replay(recording, scenario, tally) { home, acknowledged, what in
            try scenario.judge(home, acknowledged: acknowledged, tally, what)
            return true
        }
        #expect(tally["losses"] == 0)
        #expect(tally["states"] > 20)
        #expect(Self.earlyAcknowledgements(recording) == 0)
        tally.print()
    }

    /// The same with a store that acknowledges before its log is on the disk: it must be caught.
    @Test func control() throws {
        let scenario = try Scenario.changes()
        let tally = Tally("power cuts, control with synchronous=NORMAL")
        let recording = try Recording(scenario.start, scenario.steps, settings: ["normal"])
        try replay(recording, scenario, tally) { home, acknowledged, _ in
            let items = try Probe.run(home, ["list"]).items
            let allowed = scenario.states[acknowledged...].prefix(2)
            if !allowed.contains(items) { tally.add("losses seen") }
            return tally["losses seen"] < 5
        }
        #expect(tally["losses seen"] >= 5)
        #expect(Self.earlyAcknowledgements(recording) > 0)
        tally.print()
    }

    /// Gives every state after every step to `look`, until it answers false.
    private func replay(
        _ recording: Recording, _ scenario: Scenario, _ tally: Tally,
        _ look: (_ home: String, _ acknowledged: Int, _ what: String) throws -> Bool
    ) throws {
        var disk = Disk(recording)
        var acknowledged = 0
        var generator = SeededGenerator(Effort.seed)
        let home = ScratchFolder()
        let stride = Effort.stride(6)
        var seen: Set<[HomeImage: Int]> = []
        for (number, step) in recording.steps.enumerated() {
            disk.take(step)
            if case .acknowledged = step { acknowledged += 1 }
            // What matters most is the disk at the moment of an acknowledgement.
            if case .acknowledged = step {} else if number % stride != 0 { continue }
            let cut = PowerCut(disk: disk)
            for choice in cut.choices(samples: Effort.samples(2), &generator) {
                let image = disk.image(choice)
                guard seen.insert([image: acknowledged]).inserted else { continue }
                try image.lay(at: home.path)
                tally.add("states")
                let what =
                    "\(scenario.name), cut after step \(number) of \(recording.steps.count), "
                    + "\(choice) of \(disk.unsynced.count) and \(disk.unsyncedNames.count)"
                if try !look(home.path, acknowledged, what) { return }
            }
        }
    }

    /// Counts acknowledgements at whose moment something in the log was not synced yet.
    private static func earlyAcknowledgements(_ recording: Recording) -> Int {
        var logs = Set(recording.opened.filter { $0.value.hasSuffix("-wal") }.keys)
        var (unsynced, count) = (0, 0)
        for step in recording.steps {
            switch step {
            case .name(.made(let file, let path)) where path.hasSuffix("-wal"): logs.insert(file)
            case .write(let file, _, _) where logs.contains(file): unsynced += 1
            case .sync(let file) where logs.contains(file): unsynced = 0
            case .acknowledged: if unsynced > 0 { count += 1 }
            default: break
            }
        }
        return count
    }
}
