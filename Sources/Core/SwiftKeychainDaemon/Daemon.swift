// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

/// securityd: a service that keeps stores, and carries out the requests of programs that connect to its socket.
///
/// This module adds a socket, threads and the audit log to the engine of SwiftKeychainService; the rules of what a
/// request does are there. It parses no certificate.
///
/// The idea is that no client can hold a thread. One thread waits for all connections (``WaitingConnections``), and a
/// connection is given to a worker only when bytes have arrived; a worker that can't go on gives it back:
///
///     accept ─▶ waiting ── readable ─▶ worker: read a frame, perform, write the reply ─▶ waiting ─▶ …
///                  └────── too slow, too many, or gone ──────────▶ closed
///
/// 1. Threads, connections, locked memory and long frames are limited, and shared out by user, so that one user can't
///    stop the others.
/// 2. Who a program is, is judged once for a connection (``Peer``, ``PeerRules``).
/// 3. The stores are held exclusively (``StoreKeeper``). A program that opens them itself waits, and fails with
///    `notAvailable`.
/// 4. Work that takes long by design (Argon2id) has its own queue, so that wrong passcodes don't delay other calls.
///
/// What may surprise: stopping finishes the requests in progress, for at most 30 seconds. A client that is too slow to
/// send or read a frame is disconnected. Docs/reference/securityd.md describes the program.
package final class Daemon: Sendable {
    /// What the daemon serves and its limits. The defaults are those of the program; tests change them.
    package struct Configuration: Sendable {
        /// Whether it serves one user or all.
        package var mode: DaemonMode
        /// The path of the Unix socket.
        package var socket: String
        /// The store of ``DaemonMode/user``.
        package var home: Location?
        /// The folder with a store for each user of ``DaemonMode/system``.
        package var stores = systemStores
        /// What the engine takes from the machine. ``StoreKeeper`` sets the owner of the stores, and that the kernel
        /// keeps no unlocked keys.
        package var system = SystemSources()
        /// Returns the rights of a process. Tests replace it.
        package var caller: @Sendable (Peer) -> Caller = { $0.caller }
        /// Where each request and refused connection is recorded; nil: nowhere.
        package var audit: AuditLog?
        /// Receives lines for the administrator.
        package var report: @Sendable (String) -> Void = { _ in }
        /// Called when securityd begins to stop, before the requests in progress are done.
        package var willStop: @Sendable () -> Void = {}
        // Each of these is shared out by user.
        /// The most threads that carry out requests.
        package var mostThreads = 64
        /// The most open connections. A user beyond its share loses the connection that has waited longest.
        package var mostConnections = 4096
        /// The most keychains of a user that are kept open, with ``DaemonMode/system``: each takes descriptors.
        package var mostKeychains = 256
        /// The most bytes that are locked in memory, with ``DaemonMode/system``.
        package var mostLockedBytes = LockedMemory.limit
        /// The most bytes of frames longer than ``FrameReader/shortBytes`` at the same time.
        package var mostLongBytes = 2 * Frame.mostBytes
        /// How often a program learns that its request is still being carried out.
        package var silence = Duration.milliseconds(100)
        /// Whether no program can pass descriptors; a test of the way without this says false.
        package var forbidsDescriptors = true

        package init(mode: DaemonMode, socket: String, home: Location? = nil) {
            (self.mode, self.socket, self.home) = (mode, socket, home)
        }

        /// The audit log: a file next to the device key of the user's store, or a folder with one file for each user.
        package var auditLog: AuditLog {
            if mode == .user, let home { return AuditLog(home.auditLogPath) }
            return AuditLog(
                stores == Self.systemStores ? Location.systemAuditLogs : stores + "/log",
                byUser: true)
        }

        private static let systemStores = "/var/lib/keychains"
    }

    let configuration: Configuration
    let keeper: StoreKeeper
    /// The bytes of long frames that are received, or wait to be sent, at the same time.
    let longFrames: SharedValue<UserShares>
    private let listener: Listener
    private let workers: Workers
    private let waiting: WaitingConnections
    private let stops = Atomic(false)

    /// Takes the stores and the socket.
    ///
    /// - Throws: `notAvailable` when another process has a store or answers on the socket, or a store
    ///   can't be opened or repaired.
    package init(_ configuration: Configuration) throws(KeychainError) {
        SQLiteRuntime.countNoMemory()
        if configuration.mode == .system {
            LockedMemory.shared.share(configuration.mostLockedBytes)
        }
        self.configuration = configuration
        keeper = StoreKeeper(configuration)
        longFrames = SharedValue(UserShares(most: configuration.mostLongBytes))
        // Before there is a socket: a program that can connect finds the stores taken.
        try keeper.takeStores()
        do throws(KeychainError) {
            workers = try Workers(most: configuration.mostThreads)
            listener = try Listener(configuration)
            waiting = try WaitingConnections(configuration, listener: listener.descriptor)
        } catch {
            keeper.release()
            throw error
        }
    }

    /// Serves until ``stop()`` is called, or the descriptor `stopping` can be read. Then finishes the
    /// requests in progress, and gives the socket and the stores back.
    package func run(stopping: Int32? = nil) {
        if let stopping { waiting.watch(stopping) }
        let (keeper, configuration) = (keeper, configuration)
        SessionWatch.start(configuration.report) { event in
            switch event {
            case .user(let user):
                if configuration.mode == .system || user == geteuid() { keeper.lock(user) }
            case .sleep: keeper.lockForSleep()
            case .missed: keeper.lockAll()
            }
        }
        while !isStopping { handleEvents() }
        configuration.willStop()
        listener.close()
        let deadline = Deadline.after(.seconds(30))
        while workers.areBusy || waiting.hasUnsent, !deadline.hasPassed {
            handleEvents()
            usleep(1000)
        }
        workers.finish()
        waiting.closeAll()
        configuration.audit?.flush()
        keeper.release()
    }

    /// Whether no more requests are received: those in progress are finished, and what is to be sent is written.
    var isStopping: Bool { stops.load(ordering: .relaxed) }

    private func handleEvents() {
        for event in waiting.next() {
            switch event {
            case .stop: stops.store(true, ordering: .relaxed)
            case .accept: if !isStopping { listener.acceptSome { accept($0) } }
            case .ready(let connection): serve(connection)
            case .slow(let connection): close(connection)
            case .interval: emptyRestingLogs()
            }
        }
    }

    /// Empties the logs to which nothing is written, in a thread for which no call waits.
    private func emptyRestingLogs() {
        let stores = keeper.storesWithRestingLog()
        if stores.isEmpty { return }
        workers.add(.emptying, of: geteuid()) { for store in stores { store.emptyOwnLog() } }
    }

    /// What carries out requests, for tests that act as the user.
    package var service: EmbeddedService { keeper.service }

    /// Makes ``run(stopping:)`` return.
    package func stop() { waiting.stop() }

    /// Begins a connection. If its user has too many, `waiting` selects the one to end: the new one is closed at once,
    /// an older one stops receiving and is served to its end.
    private func accept(_ descriptor: Int32) {
        let connection = Connection(descriptor, self)
        guard let lost = waiting.begin(connection) else {
            return serve(connection, as: .greeting)
        }
        if lost === connection { return close(lost) }
        lost.stopReceiving()
        serve(lost)
        serve(connection, as: .greeting)
    }

    /// Closes a connection in a thread for which no call waits.
    private func close(_ connection: Connection) {
        waiting.forget(connection)
        workers.add(.closing, of: connection.user) { [waiting] in
            connection.close()
            waiting.release(connection)
        }
    }

    /// Returns what closes the descriptors that a user passed, in such a thread too.
    func closer(for user: UInt32) -> SocketReceipt.Closer {
        { [workers] descriptors in
            workers.add(.closing, of: user) {
                for descriptor in descriptors { System.close(descriptor) }
            }
        }
    }

    /// Queues work on a connection. Until the handshake is complete, it shares a lane with few threads.
    private func serve(_ connection: Connection) {
        serve(connection, as: connection.isOpen ? .calls : .greeting)
    }

    private func serve(_ connection: Connection, as kind: WorkQueues.Kind) {
        workers.add(kind, of: connection.user) { self.advance(connection, kind) }
    }

    /// How long a thread stays with a connection for its next request, if no other waits.
    private static let patience = Duration.milliseconds(5)

    /// Carries a connection on in a worker until it must wait. The worker stays with it for a moment after a reply,
    /// because the next request often follows at once; it leaves when others need the thread.
    private func advance(_ connection: Connection, _ kind: WorkQueues.Kind) {
        var spin = SpinWait()
        while true {
            switch connection.advance() {
            case .served: spin = SpinWait()
            case .derives: return serve(connection, as: .derivation)
            case .waits where connection.count == .ending: return close(connection)
            case .waits(let toWrite):
                // Half a frame holds no thread.
                if connection.deadline != nil { return waiting.add(connection, toWrite: toWrite) }
            case .over: return close(connection)
            }
            // Of a greeting or a derivation no more is to be done.
            if kind != .calls { return serve(connection, as: .calls) }
            let isWanted = workers.areWanted(by: connection.user)
            if connection.hasBytesAhead {
                // Others that wait come first. Polling the socket wouldn't report these bytes.
                if isWanted { return serve(connection, as: .calls) }
            } else if isWanted || !mayHaveRequest(connection, spin) {
                return waiting.add(connection, toWrite: false)
            }
        }
    }

    /// Waits a little for the next request; returns whether to look for it.
    private func mayHaveRequest(_ connection: Connection, _ spin: SpinWait) -> Bool {
        spin.goesOn() || UnixSocket.wait(connection.descriptor, .after(Self.patience))
    }
}
