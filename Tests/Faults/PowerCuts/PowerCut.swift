// SPDX-License-Identifier: Apache-2.0
import SeededGenerator

/// Gives the states in which a power cut at one moment may leave the disk.
struct PowerCut {
    let disk: Disk

    /// All choices when little is uncertain; else the plain ones and random samples.
    func choices(samples: Int, _ generator: inout SeededGenerator) -> [Disk.Choice] {
        let (steps, names) = (disk.unsynced.count, disk.unsyncedNames.count)
        var choices: [Disk.Choice] = []
        let all = Array(0..<steps)
        for names in Set([0, names]) {
            choices.append(.init(steps: [], names: names))
            choices.append(.init(steps: all, names: names))
        }
        if steps <= 3, steps > 0 {
            for subset in 1..<(1 << steps) {
                choices.append(.init(steps: all.filter { subset >> $0 & 1 == 1 }, names: names))
            }
        } else if steps > 3 {
            for _ in 0..<samples {
                let kept = all.filter { _ in Bool.random(using: &generator) }
                choices.append(
                    .init(
                        steps: kept, torn: torn(kept.last, &generator),
                        names: Int.random(in: 0...names, using: &generator)))
                // The newest alone have come through, or all but one.
                let missing = Int.random(in: all.indices, using: &generator)
                choices.append(.init(steps: Array(all[missing...]), names: names))
                choices.append(.init(steps: all.filter { $0 != missing }, names: names))
            }
        }
        if let last = all.last {
            for count in [1, 24, 512, torn(last, &generator) ?? 100] {
                choices.append(.init(steps: all, torn: count, names: names))
            }
        }
        for names in 0..<names { choices.append(.init(steps: all, names: names)) }
        return choices
    }

    /// Says how much of a write is there: some sectors, or any number of bytes.
    private func torn(_ step: Int?, _ generator: inout SeededGenerator) -> Int? {
        guard let step, case .write(_, _, let bytes) = disk.unsynced[step], bytes.count > 1 else {
            return nil
        }
        let count = Int.random(in: 1..<bytes.count, using: &generator)
        return Bool.random(using: &generator) && count > 512 ? count / 512 * 512 : count
    }
}
