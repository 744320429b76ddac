// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Fails each call of a backup and of a restore, once.
@Suite struct FailingBackups {
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let number: Int32
        /// Bits of `interposed_class`.
        let calls: Int
        var mode = 3
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "EIO", number: EIO, calls: 1),
        Fault(name: "EIO while reading", number: EIO, calls: 2),
        Fault(name: "ENOSPC", number: ENOSPC, calls: 4),
        Fault(name: "EMFILE", number: EMFILE, calls: 8),
        // What a file system says that has no files without a name.
        Fault(name: "EOPNOTSUPP", number: EOPNOTSUPP, calls: 8),
        Fault(name: "short writes", number: 0, calls: 4, mode: 5),
    ]

    /// What a call may answer that failed.
    private static let statuses = [-36, -34, -25291, -25292]

    private func status(_ run: Probe.Run) -> Int? {
        run.errors.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// Runs a step with one call failing; nil when there are not so many.
    private func run(
        _ step: String, _ fault: Fault, _ number: Int, _ home: String
    ) throws -> Probe.Run? {
        let run = try Probe.run(
            home, ["arm \(fault.mode) \(number) \(fault.number) \(fault.calls)", step, "disarm"])
        let struck = run.lines.first { $0.hasPrefix("counted") }?.split(separator: " ").dropFirst(2)
        #expect(run.signal == nil, "\(fault.name), call \(number): died")
        return struck?.isEmpty == false ? run : nil
    }

    @Test(arguments: faults) func backup(_ fault: Fault) throws {
        let tally = Tally("\(fault.name) in backup")
        var start = try HomeImage.ofPasswords(4)
        let old = Array("what was there".utf8)
        start.files["archive"] = old
        let home = ScratchFolder()
        var number = 1
        while true {
            try start.lay(at: home.path)
            guard let run = try run("backup", fault, number, home.path) else { break }
            let what = "\(fault.name), call \(number): \(run.lines)"
            let image = try HomeImage(of: home.path)
            let names = image.files.keys.filter { $0.hasPrefix("archive") }
            #expect(names == ["archive"], "\(what): \(names)")
            let isNew = image.files["archive"] != old
            if let status = status(run) {
                tally.add("refused")
                #expect(Self.statuses.contains(status), "\(what)")
            } else {
                #expect(isNew && run.acknowledged == 1, "\(what)")
            }
            if isNew {
                // Also where only its name may not be durable.
                let other = ScratchFolder()
                try HomeImage(files: ["archive": image.files["archive"]!]).lay(at: other.path)
                let there = try Probe.run(other.path, ["restore", "list"])
                #expect(there.errors == [] && there.items.count == 4, "\(what)")
            }
            tally.add("fault points")
            number += 1
        }
        #expect(tally["fault points"] > 0)
        tally.print()
    }

    @Test(arguments: faults) func restore(_ fault: Fault) throws {
        for scenario in [try Scenario.restore(), try .restoreToNothing()] {
            let tally = Tally("\(fault.name) in \(scenario.name)")
            let home = ScratchFolder()
            let stride = Effort.stride(5)
            var number = 1
            while true {
                try scenario.start.lay(at: home.path)
                guard let run = try run("restore", fault, number, home.path) else { break }
                let what = "\(scenario.name), \(fault.name), call \(number): \(run.lines)"
                let look = try Probe.run(home.path, ["list", "diagnose", "restore", "list"])
                let (before, after) = (scenario.states[0], scenario.states[1])
                if let status = status(run) {
                    tally.add("refused")
                    #expect(Self.statuses.contains(status), "\(what)")
                } else {
                    #expect(run.acknowledged == 1, "\(what)")
                }
                let items = Array(look.items.dropLast(after.count))
                #expect(
                    items == after || items == before && run.acknowledged == 0,
                    "\(what): \(items)")
                #expect(Array(look.items.suffix(after.count)) == after, "\(what)")
                #expect(look.problems == [] && look.errors == [], "\(what): \(look.lines)")
                tally.add("fault points")
                number += stride
            }
            #expect(tally["fault points"] > 0)
            tally.print()
        }
    }
}
