// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Kills a process at every call that makes or deletes a keychain file with a password: there is no
/// keychain of that name, or a whole one that demands it.
@Suite struct KeychainFileKills {
    @Test func creation() throws {
        let tally = Tally("kills in making a keychain file")
        let start = try HomeImage.ofPasswords(1)
        try killEverywhere(start, "create two secret", tally) { home, state, what in
            // It need not be listed, but what is listed is there.
            if state == "absent" {
                let again = try Probe.run(home, ["create two secret", "state two secret"])
                #expect(again.errors == [], "\(what): \(again.lines)")
                #expect(again.lines.contains("demands two"), "\(what): \(again.lines)")
            }
        }
    }

    @Test func deletion() throws {
        let tally = Tally("kills in deleting a keychain file")
        let start = try HomeImage.made(by: ["add a b", "create two secret", "put two x y"])
        try #require(start.files["keychains/two-wal"]?.isEmpty == false)
        try killEverywhere(start, "remove two", tally) { home, state, what in
            if state == "absent" {
                let again = try Probe.run(home, ["create two secret"])
                #expect(again.errors == [], "\(what): \(again.lines)")
            } else {
                let again = try Probe.run(home, ["put two x y"])
                // A duplicate: the item is still there.
                #expect(again.errors.count == 1, "\(what): \(again.lines)")
                #expect(again.errors.first?.hasPrefix("error -25299") == true, "\(what)")
            }
        }
    }

    private func killEverywhere(
        _ start: HomeImage, _ step: String, _ tally: Tally,
        _ look: (_ home: String, _ state: String, _ what: String) throws -> Void
    ) throws {
        let home = ScratchFolder()
        // The kernel keeps what was unlocked of it until then.
        defer { _ = try? Probe.run(home.path, ["remove two"]) }
        try Kills.everywhere(
            in: step, at: home, from: start, stride: Effort.stride(4), [step], tally
        ) { _, what in
            let seen = try Probe.run(home.path, ["state two secret", "listed", "list"])
            #expect(seen.errors == [], "\(what): \(seen.lines)")
            let state = seen.lines.first.map { $0 == "absent two" ? "absent" : $0 } ?? ""
            #expect(["absent", "demands two"].contains(state), "\(what): \(seen.lines)")
            let isListed = seen.lines.contains { $0.hasSuffix("/two") }
            if isListed { #expect(state == "demands two", "\(what): listed, and not there") }
            #expect(seen.items.count == 1, "\(what): \(seen.lines)")
            tally.add(state == "absent" ? "absent" : isListed ? "listed" : "not listed")
            try look(home.path, state, what)
            // Whatever lay beside it goes with the next one of its name.
            let last = try Probe.run(home.path, ["remove two", "state two secret"])
            #expect(last.errors == [], "\(what): \(last.lines)")
            let left = try HomeImage(of: home.path).files.keys.filter {
                $0.contains("two") || $0.hasSuffix(".new")
            }
            // But for what a kill left of a small file that was being made.
            #expect(
                left.allSatisfy { $0.hasPrefix("state/") || $0.contains(".lock-epochs.") },
                "\(what): \(left.sorted())")
        }
        #expect(tally["kill points"] > 20)
        tally.print()
    }
}
