// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Kills a process that makes, changes or mends a store.
@Suite struct KillPoints {
    @Test func creation() throws { try killEverywhere(.creation()) }
    @Test func changes() throws { try killEverywhere(.changes()) }
    @Test func checkpoint() throws { try killEverywhere(.checkpoint()) }
    @Test func salvage() throws { try killEverywhere(.salvage()) }

    /// Until a log of another store has moved every call refuses it; its bytes are never lost.
    @Test func foreignLog() throws {
        let tally = Tally("kills in setting a log aside")
        let home = ScratchFolder()
        var start = try HomeImage.made(by: ["add a b", "add c d", "passcode x -", "passcode - x"])
        let items = ["a b", "c d"]
        let log = try #require(try HomeImage.ofPasswords(9).files[HomeImage.log])
        start.files[HomeImage.log] = log
        try Kills.everywhere(
            in: "repair", at: home, from: start, stride: Effort.stride(2), ["repair"], tally
        ) { _, what in
            let look = try Probe.run(home.path, ["list"])
            #expect(look.items == (look.errors.isEmpty ? items : []), "\(what): \(look.lines)")
            let again = try Probe.run(home.path, ["repair", "list", "diagnose", "add v v"])
            #expect(again.items == items, "\(what): \(again.lines)")
            #expect(again.errors == [] && again.problems == [], "\(what): \(again.lines)")
            let kept = try HomeImage(of: home.path).files
                .filter { $0.key.contains(".damaged-") && $0.key.hasSuffix("-wal") }
            #expect(kept.values.contains(log), "\(what): the log is gone")
        }
        #expect(tally["kill points"] > 5)
        tally.print()
    }

    func killEverywhere(_ scenario: Scenario) throws {
        let tally = Tally("kills in \(scenario.name)")
        let home = ScratchFolder()
        try Kills.everywhere(
            in: scenario.name, at: home, from: scenario.start, stride: Effort.stride(2),
            scenario.steps, tally
        ) { acknowledged, what in
            try scenario.judge(home.path, acknowledged: acknowledged, tally, what)
        }
        #expect(tally["losses"] == 0)
        #expect(tally["kill points"] > 20)
        tally.print()
    }
}

extension Scenario {
    /// Looks at what is left, from another process.
    ///
    /// - Parameter acknowledged: the changes that must be there; one more may be.
    func judge(
        _ home: String, acknowledged: Int, _ tally: Tally, _ what: @autoclosure () -> String
    ) throws {
        let look = try Probe.run(
            home, mending + ["list", "diagnose", "add v v", "delete v", "add v v", "diagnose"])
        var expected = [states[acknowledged]]
        if acknowledged + 1 < states.count { expected.append(states[acknowledged + 1]) }
        if !expected.contains(look.items) {
            tally.add("losses")
            Issue.record(
                "\(what()), \(acknowledged) acknowledged: \(look.items) \(look.errors)")
        }
        let problems = look.problems.filter { damaged == nil || !$0.hasPrefix("problem incident") }
        #expect(problems == [], "\(what())")
        #expect(look.errors == [], "\(what()): the next call fails")
        #expect(look.acknowledged == mending.count + 3, "\(what()): the next call fails")
        if let damaged {
            let image = try HomeImage(of: home)
            let kept = image.files.filter { $0.key.contains(".damaged-") }
            #expect(kept.values.contains(damaged), "\(what()): the damaged file is gone")
        }
    }
}
