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
        let foreign = home + "/keychains/login.keychain-db"
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
    private func count() throws -> [String] {
        let service = try Child(
            [Child.probe, "securityd", socket, stores, "0"], user: Machine.otherUser,
            environment: environment)
        defer { service.end() }
        try #require(service.line() == "ready")
        return try Child.run(
            [Child.probe, "count", home] + Self.names, user: Machine.user, environment: environment)
    }

    private var mode: String? {
        try? String(contentsOfFile: home + "/keychains/mode", encoding: .utf8)
    }

    private func originals(_ folder: String, _ part: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.filter { $0.contains(part) }.map { folder + "/" + $0 }
    }

    @Test func thereAndBack() throws {
        #expect(try move("adopt") == ["moved 7"])
        #expect(mode == "securityd \(socket) \(Machine.otherUser)\n")
        #expect(try count() == Self.found)
        // Nothing is left that the user's programs would open, but the originals.
        #expect(access(home + "/state/device.key", F_OK) != 0)
        let before = try originals(home + "/keychains", "before-securityd-")
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
        #expect(mode == "embedded\n")
        #expect(try count() == Self.found)
        #expect(try originals(stores, ".returned-").count == 1)
        #expect(try move("return")[0].contains("these keychains are not with \(socket)"))
    }

    @Test func deviceKeyInTheTPM() throws {
        let tpm = try SoftwareTPM()
        try moveToTPM(tpm)
        let names = ["device.recovery", "device.tpm"]
        func files(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0 != "device.lock"
            }
            .sorted()
        }
        #expect(try files(home + "/state") == names)
        #expect(try move("adopt") == ["moved 7"])
        #expect(try files(home + "/state") == [])
        #expect(try files("\(stores)/\(Machine.user)/state") == names)
        #expect(try count() == Self.found)
        #expect(try move("return") == ["moved 7"])
        #expect(try files(home + "/state") == names)
        #expect(try count() == Self.found)
    }

    private func moveToTPM(_ tpm: SoftwareTPM) throws {
        environment = ["KEYCHAIN_TPM": "swtpm:host=127.0.0.1,port=\(tpm.port)"]
        #expect(
            try Child.run(
                [Child.probe, "to-tpm", home], user: Machine.user, environment: environment)
                == ["moved"])
    }

    /// The TPM doesn't open the copy: the user's own stay.
    @Test func deviceKeyOfAnotherTPM() throws {
        try moveToTPM(SoftwareTPM())
        let other = try SoftwareTPM()
        environment = ["KEYCHAIN_TPM": "swtpm:host=127.0.0.1,port=\(other.port)"]
        let lines = try move("adopt")
        #expect(lines.first?.contains("device.tpm") == true, "\(lines)")
        #expect(mode == nil)
    }

    @Test(arguments: ["place", "mode", "mark", "originals"])
    func aKillOnTheWayThere(_ step: String) throws {
        #expect(try move("adopt", step) == [])
        #expect(try count() == Self.found)
        if mode == nil { #expect(try move("adopt") == ["moved 7"]) }
        #expect(try count() == Self.found)
        #expect(try move("return") == ["moved 7"])
        #expect(try count() == Self.found)
    }

    @Test(arguments: ["place", "mode", "originals"])
    func aKillOnTheWayBack(_ step: String) throws {
        #expect(try move("adopt") == ["moved 7"])
        #expect(try move("return", step) == [])
        #expect(try count() == Self.found)
        if mode != "embedded\n" { #expect(try move("return") == ["moved 7"]) }
        #expect(mode == "embedded\n")
        #expect(try count() == Self.found)
    }

    @Test func anotherNumberOfItems() throws {
        #expect(
            try move("adopt", "count")[0].hasSuffix(
                "keychain-2.db: the copy has 6 items, the original 5; nothing was changed"))
        #expect(mode == nil)
        #expect(access("\(stores)/\(Machine.user)", F_OK) != 0)
        #expect(try count() == Self.found)
    }

    @Test func aDamagedKeychain() throws {
        let database = home + "/keychains/keychain-2.db"
        unlink(database + "-wal")
        let file = try #require(FileHandle(forUpdatingAtPath: database))
        try file.seek(toOffset: 40)
        try file.write(contentsOf: Data(repeating: 0xff, count: 4056))
        try file.close()
        let damaged = try Data(contentsOf: URL(fileURLWithPath: database))
        #expect(try move("adopt")[0].hasPrefix("failed "))
        #expect(mode == nil)
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
        #expect(try move("return")[0].contains("in use by another securityd"))
        service.end()
        #expect(try move("return") == ["moved 7"])
    }
}
