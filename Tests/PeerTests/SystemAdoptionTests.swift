// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing
import TokenTestSupport

/// The keychains of a user at the service of the system, and back.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
final class SystemAdoptionTests {
    private let path = "/var/lib/keychain-adoption-\(UUID().uuidString)"
    private var home: String { path + "/home" }
    private var keychains: String { home + "/.local/share/keychains" }
    private var state: String { home + "/.local/state/keychains" }
    private var stores: String { path + "/stores" }
    private var socket: String { path + "/run/socket" }
    /// Of the programs that run: the address of the TPM.
    private var environment: [String: String] = [:]
    private static let names = ["keychain-2.db", "work.keychain-db"]
    private static let found = ["keychain-2.db 5", "work.keychain-db 2"]

    init() throws {
        for (folder, user, mode) in [
            (path, 0, 0o755), (home, Machine.user, 0o700), (stores, Machine.otherUser, 0o700),
            (path + "/run", Machine.otherUser, 0o755),
        ] as [(String, uid_t, mode_t)] {
            guard mkdir(folder, mode) == 0 else { throw POSIXError(.EACCES) }
            chmod(folder, mode)
            chown(folder, user, user)
        }
        for (name, count) in zip(Self.names, ["5", "2"]) {
            let lines = try Child.run(
                [Child.probe, "fill", home, name, count], user: Machine.user)
            try #require(lines == ["filled"])
        }
        // A file as macOS has them, which is no keychain here.
        let foreign = keychains + "/login.keychain-db"
        try Data("kych".utf8).write(to: URL(fileURLWithPath: foreign))
        chown(foreign, Machine.user, Machine.user)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func move(_ verb: String, _ step: String? = nil) throws -> [String] {
        try Child.run(
            [Child.probe, verb, home, String(Machine.user), stores, socket]
                + (step.map { [$0] } ?? []), environment: environment)
    }

    /// Counts in the way that is written, with the service of the system running.
    private func count() throws -> [String] { try ask("count", Self.names) }

    private func ask(_ verb: String, _ names: [String]) throws -> [String] {
        let service = try Child(
            [Child.probe, "securityd", socket, stores, "0"], user: Machine.otherUser,
            environment: environment)
        defer { service.end() }
        try #require(service.line() == "ready")
        return try Child.run(
            [Child.probe, verb, home] + names, user: Machine.user, environment: environment)
    }

    private func read(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
    /// The user's own file.
    private var mode: String? { read(keychains + "/mode") }
    /// Root's file for the user.
    private var entry: String? { read(entryPath) }
    private var entryPath: String { path + "/etc/adopted.d/\(Machine.user)" }
    private var given: String { "securityd \(socket) \(Machine.otherUser)\n" }

    /// Writes a file of the user or of root.
    private func write(_ text: String, _ path: String, user: uid_t = 0) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chown(path, user, user)
        chmod(path, 0o644)
    }

    /// Root names the service for all users.
    private func nameServiceForAll() throws {
        mkdir(path + "/etc", 0o755)
        try write(given, path + "/etc/keychain.conf")
    }

    /// The service makes a keychain for the user, who finds nothing.
    private func findNothing() throws {
        #expect(try ask("find", ["keychain-2.db"])[0].hasPrefix("failed"))
        #expect(access("\(stores)/\(Machine.user)/keychains/keychain-2.db", F_OK) == 0)
    }

    private func originals(_ folder: String, _ part: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.filter { $0.contains(part) }.map { folder + "/" + $0 }
    }

    @Test func thereAndBack() throws {
        #expect(try move("adopt") == ["moved 7"])
        #expect(entry == given && mode == nil)
        var file = stat()
        #expect(stat(entryPath, &file) == 0 && file.st_uid == 0 && file.st_mode & 0o777 == 0o644)
        #expect(try count() == Self.found)
        // Nothing is left that the user's programs would open, but the originals.
        #expect(access(state + "/device.key", F_OK) != 0)
        let before = try originals(keychains, "before-securityd-")
        #expect(before.count == 1)
        let kept = try FileManager.default.contentsOfDirectory(atPath: before[0])
        #expect(kept.count >= 4, "\(kept)")
        let moved = "\(stores)/\(Machine.user)/keychains/login.keychain-db"
        #expect(try String(contentsOfFile: moved, encoding: .utf8) == "kych")
        var status = stat()
        #expect(stat(moved, &status) == 0 && status.st_uid == Machine.otherUser)
        #expect(status.st_mode & 0o777 == 0o600)
        // A second time.
        #expect(try move("adopt")[0].contains("take them back first"))
        #expect(try move("return") == ["moved 7"])
        #expect(entry == "embedded\n")
        #expect(try count() == Self.found)
        #expect(try originals(stores, ".returned-").count == 1)
        #expect(
            try move("return")[0].contains(
                "these keychains are not managed by the service at \(socket)"))
    }

    /// Only by their names are these files of no use elsewhere.
    @Test(arguments: ["work.new", "adopting-work"])
    func aKeychainWithTheNameOfAnUnfinishedFile(_ name: String) throws {
        let lines = try Child.run([Child.probe, "fill", home, name, "3"], user: Machine.user)
        try #require(lines == ["filled"])
        try write("half", keychains + "/mode.1.new", user: Machine.user)
        #expect(try move("adopt") == ["moved 10"])
        #expect(try ask("count", [name]) == ["\(name) 3"])
        #expect(access("\(stores)/\(Machine.user)/keychains/mode.1.new", F_OK) != 0)
        #expect(try move("return") == ["moved 10"])
        #expect(try ask("count", [name]) == ["\(name) 3"])
    }

    /// The service keeps no keychain of such a name.
    @Test(arguments: ["work.lock", "work-shm"])
    func aKeychainWithTheNameOfAnothersFile(_ name: String) throws {
        let lines = try Child.run([Child.probe, "fill", home, name, "3"], user: Machine.user)
        try #require(lines == ["filled"])
        #expect(
            try move("adopt")[0].hasSuffix(
                "keychains/\(name): the service keeps no keychain of such a name; rename the file"
                    + " first, or remove it from the folder"))
        #expect(entry == nil)
        #expect(try count() == Self.found)
    }

    @Test func deviceKeyInTheTPM() throws {
        let tpm = try SoftwareTPM()
        try moveToTPM(tpm)
        let names = ["device.recovery", "device.tpm"]
        func files(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0 != "device.lock" && $0 != "known-keychains"
            }
            .sorted()
        }
        #expect(try files(state) == names)
        #expect(try move("adopt") == ["moved 7"])
        #expect(try files(state) == [])
        #expect(try files("\(stores)/\(Machine.user)/state") == names)
        #expect(try count() == Self.found)
        #expect(try move("return") == ["moved 7"])
        #expect(try files(state) == names)
        #expect(try count() == Self.found)
    }

    private func moveToTPM(_ tpm: SoftwareTPM) throws {
        environment = ["KEYCHAIN_TPM": tpm.address.text]
        #expect(
            try Child.run(
                [Child.probe, "to-tpm", home], user: Machine.user, environment: environment)
                == ["moved"])
    }

    /// The TPM doesn't open the copy: the user's own stay.
    @Test func deviceKeyOfAnotherTPM() throws {
        try moveToTPM(SoftwareTPM())
        let other = try SoftwareTPM()
        environment = ["KEYCHAIN_TPM": other.address.text]
        let lines = try move("adopt")
        #expect(lines.first?.contains("device.tpm") == true, "\(lines)")
        #expect(entry == nil)
    }

    @Test(arguments: [
        "place", "mode", "originals", "work.keychain-db", "device.key", "known-keychains", "mark",
    ])
    func aKillOnTheWayThere(_ step: String) throws {
        #expect(try move("adopt", step) == [])
        #expect(try count() == Self.found)
        #expect(try move("adopt").first == "moved 7")
        #expect(entry == given)
        #expect(try count() == Self.found)
        // The originals are together, and no program opens them.
        for path in [
            "\(keychains)/keychain-2.db", state + "/device.key", state + "/known-keychains",
        ] {
            #expect(access(path, F_OK) != 0)
        }
        let before = try originals(keychains, "before-securityd-").sorted()
        for name in Self.names + ["device.key", "known-keychains"] {
            #expect(access("\(before.last ?? "")/\(name)", F_OK) == 0)
        }
        #expect(try move("adopt")[0].contains("take them back first"))
        #expect(try move("return").first == "moved 7")
        #expect(try count() == Self.found)
    }

    @Test(arguments: ["place", "mode", "originals"])
    func aKillOnTheWayBack(_ step: String) throws {
        #expect(try move("adopt") == ["moved 7"])
        #expect(try move("return", step) == [])
        #expect(try count() == Self.found)
        #expect(try move("return").first == "moved 7")
        #expect(entry == "embedded\n")
        #expect(access("\(stores)/\(Machine.user)", F_OK) != 0)
        #expect(try originals(stores, ".returned-").count == 1)
        #expect(try count() == Self.found)
        #expect(try move("return")[0].contains("are not managed by the service"))
    }

    /// A command that was stopped, and then the one in the other direction.
    @Test func aKillAndTheOtherDirection() throws {
        #expect(try move("adopt", "device.key") == [])
        #expect(try move("return", "originals") == [])
        #expect(try count() == Self.found)
        #expect(try move("adopt").first == "moved 7")
        #expect(try count() == Self.found)
        // The file that programs obey isn't written yet.
        #expect(try move("return", "mode") == [])
        #expect(try move("adopt").first == "moved 7")
        #expect(try count() == Self.found)
        #expect(access(keychains + "/keychain-2.db", F_OK) != 0)
    }

    /// Programs may have stored items with the service in another way: neither command takes them for a copy.
    @Test func itemsAtTheServiceAfterTheReturn() throws {
        #expect(try move("adopt") == ["moved 7"])
        #expect(try move("return") == ["moved 7"])
        let returned = try #require(try originals(stores, ".returned-").first)
        let place = "\(stores)/\(Machine.user)"
        #expect(rename(returned, place) == 0 && unlink(place + "/adopting") == 0)
        #expect(try move("return")[0].contains("are not managed by the service"))
        #expect(try move("adopt")[0].contains("the service keeps 7 items of the user"))
    }

    /// There is no room for the folder of the originals.
    @Test func aFullDiskOfTheUser() throws {
        #expect(try move("adopt", "folder")[0].contains("before-securityd-"))
        #expect(entry == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stores) == [])
        chmod(keychains, 0o700)
        #expect(try count() == Self.found)
        #expect(try move("adopt") == ["moved 7"])
    }

    /// The user has keychains when root names the service for all users.
    @Test func serviceThatIsNamedForAll() throws {
        try nameServiceForAll()
        try findNothing()
        let lines = try move("adopt")
        #expect(lines.first == "moved 7")
        let before = try originals(stores, ".before-adoption-")
        #expect(before.count == 1 && lines.dropFirst() == ["set aside \(before.first ?? "")"])
        #expect(try count() == Self.found)
        #expect(try move("return") == ["moved 7"])
        // The user is an exception from then on.
        #expect(entry == "embedded\n")
        #expect(try count() == Self.found)
    }

    /// Both have items: neither replaces the other's unsaid.
    @Test func serviceWithItemsOfTheUser() throws {
        #expect(try move("adopt") == ["moved 7"])
        for (name, count) in zip(Self.names, ["3", "1"]) {
            let lines = try Child.run(
                [Child.probe, "fill", home, name, count], user: Machine.user)
            try #require(lines == ["filled"])
        }
        try FileManager.default.removeItem(atPath: entryPath)
        #expect(
            try move("adopt")[0].hasSuffix(
                "the service keeps 7 items of the user; export them (security keychain-export),"
                    + " then stop the service and move the folder away"))
        try nameServiceForAll()
        let lines = try move("return")
        #expect(lines.first == "moved 7")
        let before = try #require(try originals(keychains, "before-return-").first)
        for name in Self.names + ["device.key"] {
            #expect(lines.contains("set aside \(before)/\(name)"), "\(lines)")
        }
        #expect(try count() == Self.found)
    }

    @Test func aKeychainWithoutItemsTakesNoPlace() throws {
        try nameServiceForAll()
        try findNothing()
        #expect(try move("return")[0].hasSuffix("exists; nothing was changed"))
        #expect(try originals(keychains, "before-return-") == [])
    }

    /// What the user writes changes nothing for programs with raised privileges, and nothing after the move.
    @Test func theUsersOwnFile() throws {
        try write("embedded\n", keychains + "/mode", user: Machine.user)
        #expect(try move("adopt") == ["moved 7"])
        #expect(mode == nil)
        #expect(try count() == Self.found)
        try write("securityd /own/socket\n", keychains + "/mode", user: Machine.user)
        #expect(try move("return") == ["moved 7"])
        #expect(mode == nil)
        #expect(try count() == Self.found)
        try write("securityd /own/socket\n", keychains + "/mode", user: Machine.user)
        #expect(try move("adopt")[0].hasSuffix("take them back first: security adopt embedded"))
    }

    @Test func anotherNumberOfItems() throws {
        #expect(
            try move("adopt", "count")[0].hasSuffix(
                "keychain-2.db: the copy has 6 items, the original 5; nothing was changed"))
        #expect(entry == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stores) == [])
        #expect(try count() == Self.found)
    }

    @Test func aDamagedKeychain() throws {
        let database = keychains + "/keychain-2.db"
        unlink(database + "-wal")
        let file = try #require(FileHandle(forUpdatingAtPath: database))
        try file.seek(toOffset: 40)
        try file.write(contentsOf: Data(repeating: 0xff, count: 4056))
        try file.close()
        let damaged = try Data(contentsOf: URL(fileURLWithPath: database))
        #expect(try move("adopt")[0].hasPrefix("failed "))
        #expect(entry == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == damaged)
        #expect(access("\(stores)/\(Machine.user)", F_OK) != 0)
    }

    @Test func aKeychainInUse() throws {
        let service = try Child(
            [Child.probe, "securityd", socket, stores, "0"], user: Machine.otherUser)
        try #require(service.line() == "ready")
        #expect(try move("adopt") == ["moved 7"])
        #expect(
            try Child.run([Child.probe, "count", home] + Self.names, user: Machine.user)
                == Self.found)
        // The service has it now, and must be stopped first.
        #expect(try move("return")[0].contains("the service uses it; stop the service first"))
        service.end()
        #expect(try move("return") == ["moved 7"])
    }
}
