// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import TokenTestSupport

/// Kills a process at every step of a move of the device key to the TPM and back: the file or the record opens
/// every item, and the next move completes what was begun.
@Suite struct DeviceKeyKills {
    private let tpm: SoftwareTPM
    private var address: String { "tpm \(tpm.address.text)" }

    init() throws { tpm = try SoftwareTPM() }

    @Test func toTPM() throws {
        try killEverywhere("move to the TPM", [], "to-tpm")
    }
    @Test func toFile() throws {
        try killEverywhere("move to the file", ["to-tpm"], "to-file")
    }
    @Test func again() throws {
        try killEverywhere("move to the TPM again", ["to-tpm"], "to-tpm")
    }

    private func killEverywhere(
        _ name: String, _ first: [String], _ move: String
    ) throws {
        let tally = Tally("kills in a \(name)")
        let items = (0..<4).map { "p\($0) s\($0)" }
        let start = try HomeImage.made(by: [address] + items.map { "add \($0)" } + first)
        let home = ScratchFolder()
        try Kills.everywhere(
            in: name, at: home, from: start, stride: Effort.stride(5), before: [address, "list"],
            [move], tally, judgesTheLast: true
        ) { _, what in
            let look = try Probe.run(
                home.path,
                [address, "list", "add v v", "to-tpm", "to-file", "list", "diagnose"])
            let lost = look.items != items + items + ["v v"]
            if lost || look.errors != [] || look.problems != [] {
                tally.add("losses")
                Issue.record("\(what): \(look.lines)")
            }
        }
        #expect(tally["losses"] == 0)
        #expect(tally["kill points"] > 5)
        tally.print()
    }
}
