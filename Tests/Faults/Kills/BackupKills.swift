// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Kills a process in the middle of a backup and of a restore.
@Suite struct BackupKills {
    @Test func restore() throws { try KillPoints().killEverywhere(.restore()) }
    @Test func restoreToNothing() throws {
        try KillPoints().killEverywhere(.restoreToNothing())
    }

    /// A backup is whole or not there, and nothing else is left.
    @Test func backup() throws {
        let tally = Tally("kills in backup")
        let start = try HomeImage.ofPasswords(4)
        let list = { (home: String) in try Probe.run(home, ["list"]).items }
        let home = ScratchFolder()
        for mode in [1, 2] {
            var number = 1
            while true {
                try start.lay(at: home.path)
                let items = try list(home.path)
                let run = try Probe.run(home.path, ["arm \(mode) \(number) 0 17", "backup"])
                guard run.signal == SIGKILL else {
                    #expect(run.acknowledged == 1, "\(run.lines)")
                    break
                }
                tally.add("kill points")
                var image = try HomeImage(of: home.path)
                let what = "killed at call \(number), mode \(mode)"
                if let archive = image.files["archive"] {
                    // Before it is acknowledged it may be there, but whole.
                    let other = ScratchFolder()
                    try HomeImage(files: ["archive": archive]).lay(at: other.path)
                    #expect(try Probe.run(other.path, ["restore"]).errors == [], "\(what)")
                    #expect(try list(other.path) == items, "\(what)")
                }
                image.files["archive"] = nil
                for name in image.files.keys where name.hasPrefix("archive") {
                    // Between its two names, and whole.
                    #expect(image.files[name]?.count ?? 0 > 108, "\(what): \(name)")
                    tally.add("other names")
                }
                #expect(try list(home.path) == items, "\(what)")
                number += 1
            }
        }
        #expect(tally["kill points"] > 3)
        #expect(tally["other names"] <= 2)
        tally.print()
    }
}
