// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem
import Testing

/// What a user does to the service of the system leaves the calls of another user as they are. One is the user of the
/// tests, the other that of a program.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
struct FairnessTests {
    let home = TemporaryHome()

    init() {
        // Other users reach the socket.
        chmod(home.path, 0o755)
        mkdir(home.path + "/run", 0o755)
    }

    private func daemon(
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        configure: (inout Daemon.Configuration) -> Void = { _ in }
    ) throws -> TestDaemon {
        var system = SystemSources(now: now)
        system.passcodeCost = .leastPasscode
        return try TestDaemon(home: home.path, system: system) {
            ($0.mode, $0.home) = (.system, nil)
            $0.stores = home.path + "/stores"
            $0.mostThreads = 4
            configure(&$0)
        }
    }

    /// Another user's call, in a connection of its own.
    private func answer(_ daemon: TestDaemon) throws -> [String] {
        try Child.run([Child.probe, "ask", daemon.socket], user: Machine.otherUser)
    }

    private func inThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            isOver.signal()
        }
        return isOver
    }

    @Test func heldCallsLeaveThreadsForOthers() throws {
        let (gate, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let daemon = try daemon(now: {
            isHeld.signal()
            gate.wait()
            gate.signal()
            return SystemClock.absoluteTime()
        })
        defer { daemon.stop() }
        let adds = (0..<12).map { number in
            inThread {
                let keychain = Keychain(home: home.path, service: daemon.remote)
                _ = try? keychain.add(.password(service: "\(number)"))
            }
        }
        isHeld.wait()
        for _ in 0..<3 { #expect(try answer(daemon) == ["answered"]) }
        gate.signal()
        for add in adds { add.wait() }
    }

    /// Checks of a passcode wait for each other in one file.
    @Test func waitingDerivationsLeaveThreadsForAll() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let passcode = SecretBytes(copying: "1234".utf8)
        let home = daemon.home
        guard
            case .passcodeChange = daemon.remote.perform(
                Request(.setPasscode(passcode, old: nil), at: home), from: .unsigned, progress: nil)
        else { throw KeychainError(.decode, "no passcode") }
        let path = self.home.path + "/stores/\(geteuid())/keychains/passcode.attempts"
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        try #require(flock(file, LOCK_EX | LOCK_NB) == 0)
        let socket = daemon.socket
        let checks = (0..<20).map { _ in
            inThread {
                let remote = RemoteService(RemoteAddress(socket: socket, home: home))
                _ = remote.perform(
                    Request(.verify(passcode), at: home), from: .unsigned, progress: nil)
            }
        }
        // A connection that waits in the file is one of the first; the calls of both users pass it.
        for _ in 0..<20 {
            guard
                case .keychainList = daemon.remote.perform(
                    Request(.keychainList, at: home), from: .unsigned, progress: nil)
            else { throw KeychainError(.decode, "no answer") }
        }
        #expect(try answer(daemon) == ["answered"])
        close(file)
        for check in checks { check.wait() }
    }

    /// The locked memory of a frame that announces a secret, and doesn't send it, is of its user's share.
    @Test func halfFramesCountForTheirUser() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        // 60 000 bytes in all, of which a secret has 50 000.
        let half: [UInt8] =
            [0x60, 0xea, 0, 0, 1, 0, 0, 0, 0x50, 0xc3, 0, 0]
            + [UInt8](repeating: 0, count: 9_992 + 100)
        let client = try greeted(daemon, daemon.home, half)
        defer { close(client) }
        let deadline = Deadline.after(.seconds(60))
        while LockedMemory.shared.sharedBytes(of: geteuid()) < 50_000, !deadline.hasPassed {
            usleep(1000)
        }
        #expect(LockedMemory.shared.sharedBytes(of: geteuid()) >= 50_000)
        #expect(try answer(daemon) == ["answered"])
    }

    /// Connects, greets, and sends more.
    private func greeted(_ daemon: TestDaemon, _ home: Location, _ more: [UInt8]) throws -> Int32 {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = try UnixSocket.withAddress(daemon.socket) { Glibc.connect(client, $0, $1) }
        try #require(result == 0)
        var reader = FrameReader()
        while true {
            guard case .frame(let message) = try reader.read(client) else {
                _ = UnixSocket.wait(client, .after(.seconds(60)))
                continue
            }
            guard case .greeting(let greeting) = try Frame(decoding: message) else {
                throw KeychainError(.decode, "no greeting")
            }
            let hello = Frame.Hello(
                program: "test", nonce: greeting.nonce, directory: home.directory,
                deviceKeyPath: home.deviceKeyPath)
            var writer = FrameWriter(Frame.hello(hello).encoded)
            _ = writer.write(client)
            #expect(send(client, more, more.count, Int32(MSG_NOSIGNAL)) == more.count)
            return client
        }
    }

    @Test func connectingProgramsLeaveRoomForOthers() throws {
        let daemon = try daemon(configure: { $0.mostConnections = 60 })
        defer { daemon.stop() }
        let floods = try (0..<3).map { _ in
            try Child([Child.probe, "flood", daemon.socket], user: Machine.otherUser)
        }
        for flood in floods { #expect(flood.line() == "ready") }
        let home = daemon.home
        for _ in 0..<15 {
            daemon.remote.disconnect()
            let reply = daemon.remote.perform(
                Request(.keychainList, at: home), from: .unsigned, progress: nil)
            guard case .keychainList = reply else { Issue.record("\(reply)"); continue }
        }
        for flood in floods { flood.end() }
    }

    private static let isSoak = ProcessInfo.processInfo.environment["SECURITYD_SECONDS"] != nil

    /// Only `make soak` decides by time: alone and beside another user's programs in turn, and the best of each.
    @Test(.enabled(if: isSoak, "make soak runs it, because it decides by time"))
    func othersKeepTheirPace() throws {
        let daemon = try daemon(configure: { $0.mostThreads = 64 })
        defer { daemon.stop() }
        let keychain = Keychain(home: home.path, service: daemon.remote)
        _ = try keychain.add(.password(service: "a"))
        let query = try Query.password([.service: .string("a")])
        func times() throws -> [Duration] {
            try (0..<5_000).map { _ in
                let start = ContinuousClock.now
                _ = try keychain.find(query)
                return start.duration(to: .now)
            }.sorted()
        }
        _ = try times()
        for (verb, count) in [("flood", 3), ("busy", 8)] {
            var (alone, beside): ([[Duration]], [[Duration]]) = ([], [])
            for _ in 0..<3 {
                alone.append(try times())
                let others = try (0..<count).map { _ in
                    try Child([Child.probe, verb, daemon.socket], user: Machine.otherUser)
                }
                for other in others { #expect(other.line() == "ready") }
                beside.append(try times())
                for other in others { other.end() }
            }
            func best(_ rounds: [[Duration]], _ part: Double) -> Duration {
                rounds.map { $0[Int(Double($0.count) * part)] }.min() ?? .zero
            }
            print(
                "a find alone: median \(best(alone, 0.5)), p99 \(best(alone, 0.99)); beside \(count)"
                    + " \(verb): \(best(beside, 0.5)), \(best(beside, 0.99))")
            #expect(best(beside, 0.5) < best(alone, 0.5) * 2)
        }
    }
}
