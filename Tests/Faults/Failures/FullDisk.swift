// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Fills a real, tiny file system; only root may mount one.
@Suite struct FullDisk {
    static let mayMount: Bool = {
        guard geteuid() == 0 else { return false }
        let folder = ScratchFolder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount(folder.path) == 0
    }()

    /// Sizes in kB: of each another call finds no room.
    @Test(
        .enabled(if: mayMount, "mounting a file system takes root"),
        arguments: Array(stride(from: 900, to: 1900, by: 170)))
    func filled(_ kilobytes: Int) throws {
        let tally = Tally("a full disk of \(kilobytes) kB")
        let folder = ScratchFolder()
        let size = "size=\(kilobytes)k,mode=700"
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, size) == 0)
        defer { umount2(folder.path, 2) }
        let ballast = folder.path + "/ballast"
        try Data.write(Array(repeating: 1, count: 300_000), to: ballast)
        let secret = String(repeating: "x", count: 3000)
        var possible = Possibilities([])
        let run = try Probe.run(folder.path, (0..<60).map { "add n\($0) \(secret)" } + ["list"])
        for line in run.lines { possible.take(line) }
        #expect(Set(possible.statuses.keys) == [-34], "\(run.errors.prefix(1))")
        #expect(possible.allow(run.items))
        tally.add("refused", possible.statuses[-34] ?? 0)
        tally.add("added", run.acknowledged)
        // With room again, everything goes on.
        unlink(ballast)
        let after = try Probe.run(
            folder.path, ["list", "diagnose", "delete n0", "add last one", "list", "diagnose"])
        #expect(after.errors == [])
        #expect(after.problems == [])
        for line in after.lines { possible.take(line) }
        let again = try Probe.run(folder.path, ["list", "diagnose"])
        #expect(possible.allow(again.items))
        #expect(again.problems == [])
        tally.print()
    }
}
