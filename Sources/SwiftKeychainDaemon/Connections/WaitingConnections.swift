// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainRemote
import Synchronization

/// The connections that no thread serves, and what the kernel reports about them and the listening socket.
final class WaitingConnections: Sendable {
    enum Event {
        case stop
        case accept
        case ready(Connection)
    }

    private struct State {
        var waiting = DescriptorQueue<Connection>()
        /// All descriptors, and whether epoll knows each.
        var known: [Int32: Bool] = [:]
    }

    private let poll: Int32
    private let listener: Int32
    private let most: Int
    /// A pair of sockets; a byte in the first tells to stop.
    private let stopping: (read: Int32, write: Int32)
    private let watched = Mutex<Int32>(-1)
    private let state = Mutex<State>(State())

    init(_ configuration: Daemon.Configuration, listener: Int32) throws(KeychainError) {
        self.listener = listener
        most = configuration.mostConnections
        poll = keychain_poll_make()
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let pair = socketpair(AF_UNIX, kind, 0, &ends)
        stopping = (ends[0], ends[1])
        guard poll >= 0, pair == 0, keychain_poll_watch(poll, listener, 0, 0, 0) == 0,
            keychain_poll_watch(poll, ends[0], 0, 0, 0) == 0
        else {
            throw KeychainError(.notAvailable, "epoll: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        for descriptor in [poll, stopping.read, stopping.write] { close(descriptor) }
    }

    /// Stops too when `descriptor` can be read.
    func watch(_ descriptor: Int32) {
        watched.withLock { $0 = descriptor }
        keychain_poll_watch(poll, descriptor, 0, 0, 0)
    }

    func stop() {
        var byte: UInt8 = 0
        _ = write(stopping.write, &byte, 1)
    }

    /// Counts a new connection. With too many, closes the one that has waited longest; its program
    /// connects again.
    func begin(_ connection: Connection) {
        let oldest = state.withLock { state -> Connection? in
            state.known[connection.descriptor] = false
            return state.known.count > most ? state.waiting.takeOldest() : nil
        }
        if let oldest { end(oldest) }
    }

    /// Waits with a connection until it can be read, or written.
    func add(_ connection: Connection, toWrite: Bool) {
        let descriptor = connection.descriptor
        state.withLock { state in
            state.waiting.add(connection, descriptor)
            let isKnown = state.known.updateValue(true, forKey: descriptor) ?? false
            keychain_poll_watch(poll, descriptor, isKnown ? 1 : 0, toWrite ? 1 : 0, 1)
        }
    }

    /// Forgets a connection, whose descriptor is closed with it.
    func end(_ connection: Connection) {
        state.withLock { $0.known[connection.descriptor] = nil }
    }

    func closeAll() { state.withLock { $0 = State() } }

    /// Waits for events; closes connections whose program takes too long for a frame.
    func next() -> [Event] {
        var descriptors = [Int32](repeating: -1, count: 64)
        let count = keychain_poll_wait(poll, &descriptors, Int32(descriptors.count), 500)
        var events: [Event] = []
        for descriptor in descriptors.prefix(max(0, Int(count))) {
            if descriptor == stopping.read || descriptor == watched.withLock({ $0 }) {
                events.append(.stop)
            } else if descriptor == listener {
                events.append(.accept)
            } else if let connection = state.withLock({ $0.waiting.take(descriptor) }) {
                events.append(.ready(connection))
            }
        }
        closeSlow()
        return events
    }

    private let checked = Mutex<ContinuousClock.Instant>(.now)

    private func closeSlow() {
        let now = ContinuousClock.now
        let isDue = checked.withLock { checked in
            guard checked.duration(to: now) > .milliseconds(500) else { return false }
            checked = now
            return true
        }
        guard isDue else { return }
        let slow = state.withLock { state -> [Connection] in
            let slow = state.waiting.values.filter {
                $0.deadline?.hasPassed == true
            }
            for connection in slow {
                _ = state.waiting.take(connection.descriptor)
                state.known[connection.descriptor] = nil
            }
            return slow
        }
        withExtendedLifetime(slow) {}
    }
}
