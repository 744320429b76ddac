// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import Synchronization

/// A securityd in the process of the test, for the store below one folder. It takes the word of the test
/// for who calls.
package final class TestDaemon: Sendable {
    package let socket: String
    package let home: Location
    private let daemon: Daemon
    private let caller: CallerBox
    private let isOver = DispatchSemaphore(value: 0)

    package final class CallerBox: Sendable {
        let current = Mutex<Caller>(.unsigned)
    }

    package init(
        home path: String, system: SystemSources = SystemSources(),
        _ configure: (inout Daemon.Configuration) -> Void = { _ in }
    ) throws {
        socket = path + "/run/securityd.sock"
        home = Location(home: path)
        let caller = CallerBox()
        self.caller = caller
        var configuration = Daemon.Configuration(mode: .user, socket: socket, home: home)
        configuration.system = system
        configuration.caller = { _ in caller.current.withLock { $0 } }
        configure(&configuration)
        let daemon = try Daemon(configuration)
        let isOver = isOver
        self.daemon = daemon
        Thread.detachNewThread {
            daemon.run()
            isOver.signal()
        }
    }

    /// Finishes the requests in progress, and closes the idle connections.
    package func stop() {
        daemon.stop()
        isOver.wait()
        // With 1300 descriptors, Foundation's Process may read beyond its memory when it starts a program.
        remote.disconnect()
    }

    /// The service at the other end of the socket.
    package var service: any KeychainService & ProvingService {
        TestDaemonService(remote: remote, daemon: daemon, caller: caller)
    }

    package var remote: RemoteService { RemoteService(RemoteAddress(socket: socket, home: home)) }

    package func keychain(groups: [String]? = nil) -> Keychain {
        Keychain(
            home: String(home.directory.dropLast("/keychains".count)), groups: groups,
            service: service)
    }
}

/// A way to a ``TestDaemon`` by a new connection for each request, on which the caller is the one that the
/// test names.
private struct TestDaemonService: KeychainService, ProvingService {
    let remote: RemoteService
    let daemon: Daemon
    let caller: TestDaemon.CallerBox

    func perform(_ request: Request, in call: Call) -> Reply {
        caller.current.withLock { $0 = call.caller }
        remote.disconnect()
        return remote.perform(request, in: call)
    }

    func verificationWithoutPasscode(at location: Location) throws(KeychainError) -> [UInt8] {
        try daemon.service.verificationWithoutPasscode(at: location)
    }
}
