// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Kills a process before each of its calls that change or lock a file, and in the middle of each
/// write.
enum Kills {
    /// Runs steps again and again, each time killed some calls later, until they end by themselves.
    ///
    /// Both modes together meet every call, whatever the stride.
    ///
    /// - Parameters:
    ///   - before: what the process does before it can be killed.
    ///   - judgesTheLast: true: also judges what the steps leave that ended by themselves.
    ///   - judge: looks at what is left in the home, where so many steps were acknowledged.
    static func everywhere(
        in name: String, at home: ScratchFolder, from start: HomeImage, stride: Int,
        before: [String] = [], _ steps: [String], _ tally: Tally, judgesTheLast: Bool = false,
        _ judge: (_ acknowledged: Int, _ what: String) throws -> Void
    ) throws {
        for mode in [1, 2] {
            var number = mode == 1 || stride == 1 ? 1 : 2
            var isKilled = true
            while isKilled {
                try start.lay(at: home.path)
                let run = try Probe.run(home.path, before + ["arm \(mode) \(number) 0 17"] + steps)
                let what = "\(name) killed at call \(number), mode \(mode)"
                isKilled = run.signal == SIGKILL
                if !isKilled {
                    #expect(run.signal == nil, "\(what): died by itself")
                    #expect(run.acknowledged == steps.count, "\(what): \(run.lines)")
                }
                if isKilled || judgesTheLast {
                    tally.add("kill points")
                    try judge(run.acknowledged, what)
                }
                number += stride
            }
        }
    }
}
