// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem
import Synchronization
import Testing

/// How securityd starts under systemd, and how it stops.
@Suite(.serialized) struct SecuritydLifecycleTests {
    let home = TemporaryHome()
    private var socket: String { home.path + "/run/s" }
    private var keychain: Keychain {
        let location = Location(home: home.path)
        return Keychain(
            home: home.path, service: RemoteService(RemoteAddress(socket: socket, home: location)))
    }

    /// Makes a socket at a path, as systemd does.
    private func bound(_ path: String, _ kind: __socket_type) throws -> Int32 {
        mkdir((path as NSString).deletingLastPathComponent, 0o700)
        let descriptor = Glibc.socket(
            AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = try UnixSocket.withAddress(path) { Glibc.bind(descriptor, $0, $1) }
        try #require(result == 0)
        return descriptor
    }

    /// Starts securityd with `descriptor` as the first that systemd gives.
    private func start(given descriptor: Int32, count: Int = 1, _ errors: Pipe) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec 3<&0; LISTEN_FDS=\(count) LISTEN_PID=$$ exec \"$0\" \"$@\"",
            SecuritydProcess.executable.path, "--user", "--socket", socket,
        ]
        process.environment = ["KEYCHAIN_HOME": home.path]
        process.standardInput = FileHandle(fileDescriptor: descriptor)
        process.standardError = errors
        try process.run()
        return process
    }

    /// A program that calls before securityd runs is answered by the one that systemd starts then.
    @Test func theSocketIsGiven() throws {
        let listener = try bound(socket, SOCK_STREAM)
        defer { close(listener) }
        listen(listener, 16)
        let added = DispatchSemaphore(value: 0)
        let keychain = keychain
        Thread.detachNewThread {
            if (try? keychain.add(.password(service: "a"))) != nil { added.signal() }
        }
        let process = try start(given: listener, Pipe())
        #expect(added.wait(timeout: .now() + 60) == .success)
        #expect(try keychain.find(.password([:])).count == 1)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // It remains systemd's.
        #expect(FileManager.default.fileExists(atPath: socket))
    }

    @Test func otherDescriptorsAreRefused() throws {
        let listener = try bound(socket, SOCK_STREAM)
        defer { close(listener) }
        // One that doesn't listen, a file, and two.
        for (descriptor, count) in [(listener, 1), (open("/dev/null", O_RDONLY), 1), (listener, 2)]
        {
            let errors = Pipe()
            let process = try start(given: descriptor, count: count, errors)
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            let text = String(
                decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(text.contains("LISTEN_FDS: must be one listening Unix socket"), "\(text)")
        }
    }

    /// By a path, and by a name in the abstract namespace.
    @Test(arguments: [false, true]) func systemdIsToldTheState(_ isAbstract: Bool) throws {
        let path = home.path + "/notify"
        let receiver: Int32
        if isAbstract {
            receiver = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) {
                $0.copyBytes(from: [0] + Array(path.utf8))
            }
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(receiver, $0, socklen_t(3 + path.utf8.count))
                }
            }
            try #require(result == 0)
        } else {
            receiver = try bound(path, SOCK_DGRAM)
        }
        defer { close(receiver) }
        func state() -> String? {
            var bytes = [UInt8](repeating: 0, count: 256)
            guard UnixSocket.wait(receiver, .after(.seconds(60))) else { return nil }
            let count = recv(receiver, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        let daemon = try SecuritydProcess(
            environment: ["NOTIFY_SOCKET": isAbstract ? "@" + path : path])
        #expect(state() == "READY=1")
        #expect(daemon.stop() == 0)
        #expect(state() == "STOPPING=1")
    }

    /// systemd is told before the requests in progress are finished.
    @Test func itTellsThatItStopsWhileRequestsAreInProgress() throws {
        let (holds, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let stops = DispatchSemaphore(value: 0)
        let system = SystemSources(now: {
            isHeld.signal()
            holds.wait()
            holds.signal()
            return SystemClock.absoluteTime()
        })
        let daemon = try TestDaemon(home: home.path, system: system) {
            $0.willStop = { stops.signal() }
        }
        let remote = Keychain(home: home.path, service: daemon.remote)
        let isAdded = Mutex(false)
        let (isAnswered, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            let isDone = (try? remote.add(.password(service: "a"))) != nil
            isAdded.withLock { $0 = isDone }
            isAnswered.signal()
        }
        isHeld.wait()
        Thread.detachNewThread {
            daemon.stop()
            isOver.signal()
        }
        #expect(stops.wait(timeout: .now() + 60) == .success)
        holds.signal()
        #expect(isAnswered.wait(timeout: .now() + 60) == .success)
        #expect(isOver.wait(timeout: .now() + 60) == .success)
        #expect(isAdded.withLock { $0 })
    }

    /// A program that reads its reply only when securityd stops gets all of it.
    @Test func aReplyInProgressIsWritten() throws {
        let stops = DispatchSemaphore(value: 0)
        let daemon = try TestDaemon(home: home.path) {
            ($0.willStop, $0.silence) = ({ stops.signal() }, .seconds(60))
        }
        let (long, query) = (4 << 20, try Query.password([.service: .string("long")]))
        try daemon.keychain().add(
            NewItem(
                .genericPassword, attributes: [.service: .string("long")],
                secret: SecretBytes(count: long) { _ in }))
        let client = try RawClient(daemon.socket)
        try client.open(daemon.home)
        let find = Request(
            .find(Find(query, returning: [.secret], skips: false)), at: daemon.home)
        client.send(.request(SentRequest(find).encoded, groups: []))
        // The reply begins, and is longer than what a socket holds.
        #expect(UnixSocket.wait(client.descriptor, .after(.seconds(60))))
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            daemon.stop()
            isOver.signal()
        }
        #expect(stops.wait(timeout: .now() + 60) == .success)
        guard case .reply(let reply)? = try client.receive() else {
            Issue.record("the reply ends early")
            return
        }
        #expect(reply.secrets.map(\.count) == [long])
        #expect(isOver.wait(timeout: .now() + 60) == .success)
    }

    /// Calls in progress are finished, later ones fail, and what was acknowledged is there.
    @Test func stoppingInTheMiddleOfCalls() throws {
        for _ in 0..<5 {
            let daemon = try SecuritydProcess()
            let keychain = daemon.keychain
            let added = Mutex<Set<String>>([])
            let errors = Mutex<[KeychainError]>([])
            let isOver = DispatchSemaphore(value: 0)
            for client in 0..<8 {
                Thread.detachNewThread {
                    do throws(KeychainError) {
                        for number in 0... {
                            let account = "\(client)-\(number)"
                            try keychain.add(.password(service: "s", account: account))
                            added.withLock { _ = $0.insert(account) }
                        }
                    } catch {
                        errors.withLock { $0.append(error) }
                    }
                    isOver.signal()
                }
            }
            while added.withLock({ $0.count }) < 40 { usleep(1000) }
            #expect(daemon.stop() == 0)
            #expect(!FileManager.default.fileExists(atPath: daemon.socket))
            for _ in 0..<8 { isOver.wait() }
            for error in errors.withLock({ $0 }) {
                #expect(error.code == .notAvailable, "\(error.detail)")
            }
            let stored = try Keychain(home: daemon.home.path).find(.password([:], limit: .all))
            let names = Set(stored.compactMap { $0[.account]?.text })
            #expect(added.withLock { $0 }.subtracting(names).isEmpty)
        }
    }
}
