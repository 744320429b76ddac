// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Opens stores whose files the user may not read or write; as root, by a child of another user.
@Suite struct RefusedByMode {
    struct Mode: Sendable, CustomTestStringConvertible {
        let file: String
        let mode: Int
        /// What changes answer, and what a search answers; nil: it succeeds.
        let change: Int
        let find: Int?
        var testDescription: String { "\(file) \(String(mode, radix: 8))" }
    }

    static let modes = [
        Mode(file: "keychains/keychain-2.db", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "keychains/keychain-2.db-wal", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "keychains/keychain.lock", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "keychains/writer.lock", mode: 0o400, change: -25292, find: nil),
        Mode(file: "state/device.key", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "state", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "keychains", mode: 0o000, change: -25291, find: -25291),
        Mode(file: "keychains/keychain-2.db", mode: 0o400, change: -25292, find: nil),
    ]

    @Test(arguments: modes)
    func refused(_ mode: Mode) throws {
        let home = ScratchFolder()
        var image = try HomeImage.ofPasswords(3)
        image.files["keychains/writer.lock"] = []
        try image.lay(at: home.path)
        if geteuid() == 0 { try giveAway(home.path) }
        let path = home.path + "/" + mode.file
        var changes = ["add n x", "update p1 y", "delete p2", "repair"]
        // A repair holds the store alone, so it doesn't need the lock of writers.
        if mode.file.hasSuffix("writer.lock") { changes.removeLast() }
        chmod(path, mode_t(mode.mode))
        let run = try Probe.runUnprivileged(
            home.path, ["list"] + changes)
        let wanted =
            (mode.find.map { ["error \($0) list"] } ?? [])
            + changes.map { "error \(mode.change) \($0)" }
        #expect(run.errors.map { String($0.prefix { $0 != ":" }) } == wanted, "\(run.lines)")
        #expect(run.items == (mode.find == nil ? ["p0 s0", "p1 s1", "p2 s2"] : []))
        // Of a log that cannot be opened SQLite says only which database it belongs to.
        let name = (mode.file as NSString).lastPathComponent.replacingOccurrences(
            of: "-wal", with: "")
        #expect(run.errors.allSatisfy { $0.contains(name) }, "\(run.errors)")
        chmod(path, 0o700)
        let after = try HomeImage(of: home.path)
        // A keychain becomes known at its path before a change of it fails.
        image.files["state/known-keychains"] = nil
        for (name, bytes) in image.files where !name.hasSuffix(".lock") {
            #expect(after.files[name] == bytes, "\(name) has changed")
        }
    }

    /// A folder that may not be written: what is there can be found, nothing can be changed.
    @Test func readOnlyFolder() throws {
        let home = ScratchFolder()
        let image = try HomeImage.ofPasswords(3)
        try image.lay(at: home.path)
        if geteuid() == 0 { try giveAway(home.path) }
        chmod(home.path + "/keychains", 0o500)
        let run = try Probe.runUnprivileged(home.path, ["list", "add n x", "delete p2"])
        #expect(run.errors.count >= 2, "\(run.lines)")
        #expect(run.errors.allSatisfy { $0.contains("/keychains/") }, "\(run.errors)")
        for error in run.errors {
            #expect(error.hasPrefix("error -25291") || error.hasPrefix("error -25292"), "\(error)")
        }
        chmod(home.path + "/keychains", 0o700)
        #expect(
            try HomeImage(of: home.path).files.filter { image.files[$0.key] != nil } == image.files)
        #expect(
            try Probe.runUnprivileged(home.path, ["list"]).items == ["p0 s0", "p1 s1", "p2 s2"])
    }

    private func giveAway(_ home: String) throws {
        chown(home, 65534, 65534)
        for name in try FileManager.default.subpathsOfDirectory(atPath: home) {
            chown(home + "/" + name, 65534, 65534)
        }
    }
}
