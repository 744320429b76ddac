// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Kills a process at every step of a change of the passcode: either the old or the new one opens
/// everything, and once the new one does, nothing of the old record is left in any file.
@Suite struct PasscodeKills {
    @Test func first() throws { try killEverywhere("first", from: nil, to: "one") }
    @Test func change() throws { try killEverywhere("change", from: "one", to: "two") }
    @Test func removal() throws { try killEverywhere("removal", from: "one", to: nil) }

    private func killEverywhere(_ name: String, from old: String?, to new: String?) throws {
        let tally = Tally("kills in the passcode's \(name)")
        let (old, new) = (old ?? "-", new ?? "-")
        var steps = (0..<6).map { "add p\($0) s\($0)" }
        if old != "-" { steps.append("passcode \(old) -") }
        let start = try HomeImage.made(by: steps)
        let items = (0..<6).map { "p\($0) s\($0)" }
        let pieces = start.wrappedKeys
        try #require(pieces.count >= 8)
        let home = ScratchFolder()
        defer { _ = try? Probe.run(home.path, ["opens -"]) }
        try Kills.everywhere(
            in: name, at: home, from: start, stride: Effort.stride(4), before: ["opens \(old)"],
            ["passcode \(new) \(old)"], tally, judgesTheLast: true
        ) { acknowledged, what in
            let opened = try Probe.run(home.path, ["opens \(old)", "opens \(new)"])
                .lines.filter { $0.hasPrefix("opens ") }
            #expect(opened.count == 1, "\(what): \(opened)")
            let isNew = opened.contains("opens \(new)")
            #expect(isNew || acknowledged == 0, "\(what): acknowledged, and lost")
            let look = try Probe.run(
                home.path,
                ["opens \(isNew ? new : old)", "list", "diagnose", "add v v", "diagnose"])
            #expect(look.errors == [] && look.problems == [], "\(what): \(look.lines)")
            if look.items != items {
                tally.add("losses")
                Issue.record("\(what): \(look.items) \(look.errors)")
            }
            if isNew {
                let left = try HomeImage(of: home.path).holds(pieces)
                #expect(!left, "\(what): the old keys are still there")
            }
        }
        #expect(tally["losses"] == 0)
        #expect(tally["kill points"] > 5)
        tally.print()
    }
}

extension HomeImage {
    /// The first half of each wrapped key of the keybags that lie in any file.
    fileprivate var wrappedKeys: Set<Data> {
        var keys: Set<Data> = []
        let magic = Data("swift-keychain keybag".utf8)
        for bytes in files.values.map({ Data($0) }) {
            var rest = bytes[...]
            while let found = rest.range(of: magic) {
                let record = bytes[found.upperBound..<min(found.upperBound + 1000, bytes.endIndex)]
                var index = record.startIndex
                while index + 74 <= record.endIndex {
                    if record[index] == 0x58, record[index + 1] == 72 {
                        keys.insert(Data(record[index + 2..<index + 38]))
                        index += 74
                    } else {
                        index += 1
                    }
                }
                rest = rest[found.upperBound...]
            }
        }
        return keys
    }

    fileprivate func holds(_ pieces: Set<Data>) -> Bool {
        files.values.contains { bytes in
            let data = Data(bytes)
            return pieces.contains { data.range(of: $0) != nil }
        }
    }
}
