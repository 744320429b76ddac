// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Fails each call on a file, and each allocation of SQLite, one at a time and from one on.
@Suite struct FailingCalls {
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let number: Int32
        /// Bits of `interposed_class`.
        let calls: Int
        /// What a call may answer; none: it must succeed all the same.
        let statuses: Set<Int>
        var modes = [3, 4]
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "EIO", number: EIO, calls: 1, statuses: [-36, -25291]),
        Fault(name: "EIO while reading", number: EIO, calls: 2, statuses: [-36, -25291]),
        Fault(name: "ENOSPC", number: ENOSPC, calls: 4, statuses: [-34]),
        Fault(name: "EDQUOT", number: EDQUOT, calls: 4, statuses: [-34]),
        Fault(name: "EMFILE", number: EMFILE, calls: 8, statuses: [-25291]),
        Fault(name: "EACCES", number: EACCES, calls: 8, statuses: [-25291, -25292]),
        Fault(name: "ENOMEM", number: ENOMEM, calls: 1, statuses: [-108, -36, -25291]),
        // Once only: where locks fail for ever, SQLite tries again for ten seconds.
        Fault(name: "ENOLCK", number: ENOLCK, calls: 16, statuses: [-25291, -36], modes: [3]),
        Fault(name: "short writes", number: 0, calls: 4, statuses: [], modes: [5]),
    ]

    @Test(arguments: faults)
    func everyCall(_ fault: Fault) throws {
        for scenario in [try Scenario.changes(), try .creation(), try .salvage()] {
            let tally = Tally("\(fault.name) in \(scenario.name)")
            let stride = Effort.stride(13)
            for mode in fault.modes {
                var number = mode % stride + 1
                while try fails(scenario, fault, mode, number, tally) { number += stride }
            }
            #expect(tally["losses"] == 0)
            tally.print()
        }
    }

    private func fails(
        _ scenario: Scenario, _ fault: Fault, _ mode: Int, _ number: Int, _ tally: Tally
    ) throws -> Bool {
        let home = ScratchFolder()
        try scenario.start.lay(at: home.path)
        let run = try Probe.run(
            home.path,
            ["arm \(mode) \(number) \(fault.number) \(fault.calls)"] + scenario.steps
                + ["disarm"] + scenario.mending + ["add last one", "list", "diagnose"])
        let struck = run.lines.first { $0.hasPrefix("counted") }?.split(separator: " ").dropFirst(2)
        let what = "\(scenario.name): call \(number), \(struck?.first ?? "?"), mode \(mode)"
        #expect(run.signal == nil, "\(what): died")
        if run.signal == nil, struck?.isEmpty == true { return false }
        tally.add("fault points")
        var statuses = fault.statuses
        // Where the repair fails, what comes after it is refused.
        if scenario.damaged != nil { statuses.insert(-25291) }
        // SQLite tries once more, for reading only, when it may not open a file for writing, and
        // then tells of that only.
        if struck?.first == "open" { statuses.formUnion([-25292, -25291]) }
        try judge(scenario, home.path, run, statuses, tally, what)
        return run.signal == nil
    }

    @Test(arguments: [0, 1])
    func everyAllocation(_ keepsFailing: Int) throws {
        let scenario = try Scenario.changes()
        let tally = Tally("allocations that fail\(keepsFailing == 1 ? " on" : "")")
        var number = 1
        while true {
            let home = ScratchFolder()
            try scenario.start.lay(at: home.path)
            let run = try Probe.run(
                home.path,
                ["allocation \(number) \(keepsFailing)"] + scenario.steps
                    + ["allocation 0 0", "add last one", "list", "diagnose"])
            let count = run.lines.last { $0.hasPrefix("allocated") }?.split(separator: " ").last
            let what = "allocation \(number)"
            #expect(run.signal == nil, "\(what): died")
            tally.add("fault points")
            try judge(scenario, home.path, run, [-108, -25291], tally, what)
            guard run.signal == nil, let count = count.flatMap({ Int($0) }), count >= number
            else { break }
            number += Effort.stride(97)
        }
        #expect(tally["losses"] == 0)
        tally.print()
    }

    private func judge(
        _ scenario: Scenario, _ home: String, _ run: Probe.Run, _ statuses: Set<Int>,
        _ tally: Tally, _ what: String
    ) throws {
        var possible = Possibilities(scenario.states[0])
        for line in run.lines { possible.take(line) }
        #expect(possible.contradictions == [], "\(what)")
        for (status, count) in possible.statuses {
            tally.add("answered \(status)", count)
            #expect(statuses.contains(status), "\(what): \(run.errors)")
        }
        #expect(run.lines.contains("ok add last one"), "\(what): the next call fails")
        let again = try Probe.run(home, ["list", "diagnose"])
        for (seen, place) in [(run, "there"), (again, "in another process")] {
            if !possible.allow(seen.items) {
                tally.add("losses")
                Issue.record("\(what): \(place): \(seen.items) after \(run.lines)")
            }
            let problems = seen.problems.filter {
                scenario.damaged == nil || !$0.hasPrefix("problem incident")
            }
            #expect(problems == [], "\(what), \(place)")
        }
    }
}
