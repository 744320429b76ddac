// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Says what a process does to a store, and what the store holds after each step of it.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let start: HomeImage
    let steps: [String]
    /// What is listed before any step, after the first, and so on.
    let states: [[String]]
    /// Bytes of a damaged database that must stay, in place or moved aside.
    var damaged: [UInt8]?
    /// What has to be done before anything is listed.
    var mending: [String] { damaged == nil ? [] : ["repair"] }

    var testDescription: String { name }

    init(_ name: String, start: HomeImage, _ steps: [String], damaged: [UInt8]? = nil) throws {
        self.name = name
        self.start = start
        self.steps = steps
        self.damaged = damaged
        let home = ScratchFolder()
        let mending = damaged == nil ? [] : ["repair"]
        try start.lay(at: home.path)
        var states = [try Probe.run(home.path, mending + ["list"]).items]
        try start.lay(at: home.path)
        for step in steps {
            states.append(try Probe.run(home.path, [step, "list"]).items)
        }
        self.states = states
    }

    /// A store is made, with its device key.
    static func creation() throws -> Scenario {
        try Scenario("creation", start: HomeImage(), ["add n1 x"])
    }

    /// Items are added, changed and deleted.
    static func changes() throws -> Scenario {
        try Scenario(
            "changes", start: .ofPasswords(8),
            ["add n1 x", "update p3 y", "delete p5", "add n2 z", "update n1 w"])
    }

    /// The log has grown so long that a commit empties it into the database.
    static func checkpoint() throws -> Scenario {
        var steps: [String] = []
        var image = HomeImage()
        let frame = 24 + 4096
        while (image.files[HomeImage.log]?.count ?? 0) < 985 * frame {
            steps += (steps.count..<steps.count + 4).map { "add p\($0) s\($0)" }
            if steps.count < 40 { continue }
            image = try .made(by: steps)
        }
        return try Scenario("checkpoint", start: image, ["add n1 x", "add n2 y", "delete p7"])
    }

    /// The database is none to SQLite; its rows are salvaged by a repair.
    static func salvage() throws -> Scenario {
        let sound = try HomeImage.ofPasswords(8)
        var image = sound
        image.files[HomeImage.database]!.replaceSubrange(
            0..<16, with: Array("not a database!!".utf8))
        return try Scenario(
            "salvage", start: image, ["repair", "add n1 x"],
            damaged: image.files[HomeImage.database])
    }

    /// An archive is restored: items are added, replaced and kept, all at once.
    static func restore() throws -> Scenario {
        var start = try HomeImage.made(by: ["add p0 older", "add q x", "add q2 y"])
        start.files["archive"] = try archive()
        let home = ScratchFolder()
        try start.lay(at: home.path)
        _ = try Probe.run(home.path, ["add p1 newer"])
        start = try HomeImage(of: home.path)
        start.files[HomeImage.index] = nil
        return try Scenario("restore", start: start, ["restore"])
    }

    /// An archive is restored where there is no store.
    static func restoreToNothing() throws -> Scenario {
        try Scenario(
            "restore to nothing", start: HomeImage(files: ["archive": archive()]), ["restore"])
    }

    /// Makes an archive that is newer than what was made before.
    private static func archive() throws -> [UInt8] {
        let image = try HomeImage.made(by: ["add p0 a", "add p1 b", "add n1 c", "backup"])
        return image.files["archive"] ?? []
    }
}
