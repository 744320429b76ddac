// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRemote
import Synchronization

/// The connections that no thread serves, and what the kernel reports about them and the listening socket.
final class WaitingConnections: Sendable {
    enum Event {
        case stop
        case accept
        /// The connection can be read or written, or is closed at the other end. It doesn't wait any more, until it is
        /// added again.
        case ready(Connection)
        /// The program takes too long for a frame.
        case slow(Connection)
        /// Half a second or more has passed since the last of these.
        case interval
    }

    private struct State {
        /// By user.
        var waiting: [UInt32: DescriptorQueue<Connection>] = [:]
        /// All descriptors, the user of each, and whether epoll knows it.
        var known: [Int32: (user: UInt32, isPolled: Bool)] = [:]
        var open: UserShares
        /// The connections that were given up and aren't closed yet.
        var ending: UserShares

        init(most: Int) {
            open = UserShares(most: most)
            ending = UserShares(most: most)
        }

        mutating func take(_ descriptor: Int32) -> Connection? {
            guard let user = known[descriptor]?.user else { return nil }
            defer { if waiting[user]?.isEmpty == true { waiting[user] = nil } }
            return waiting[user]?.take(descriptor)
        }
    }

    private let poll: Int32
    private let listener: Int32
    /// A pair of sockets; a byte in the first means stop.
    private let stopping: (read: Int32, write: Int32)
    /// A further descriptor that means stop when it can be read; -1 for none.
    private let watched = Mutex<Int32>(-1)
    private let state: Mutex<State>

    /// Makes the set of epoll(7), with the listener, and a pair of sockets by which ``stop()`` wakes it.
    init(_ configuration: Daemon.Configuration, listener: Int32) throws(KeychainError) {
        self.listener = listener
        state = Mutex(State(most: configuration.mostConnections))
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

    /// Makes every later ``next()`` return ``Event/stop``, because the byte is never read. Any thread may call it.
    func stop() {
        var byte: UInt8 = 0
        _ = write(stopping.write, &byte, 1)
    }

    /// Counts a new connection. A user with more than its share loses the connection that has waited longest; its
    /// program connects again.
    ///
    /// - Returns: the connection to end: the new one, if none of the user's waits or too many aren't closed yet.
    func begin(_ connection: Connection) -> Connection? {
        state.withLock { state in
            let user = connection.user
            var lost: Connection?
            if !state.open.claim(1, of: user) {
                guard state.ending.allow(1, of: user),
                    let oldest = state.waiting[user]?.takeOldest()
                else { return connection }
                _ = state.ending.claim(1, of: user)
                oldest.count = .ending
                lost = oldest
            }
            connection.count = .open
            state.known[connection.descriptor] = (user, false)
            return lost
        }
    }

    /// Waits with a connection until it can be read, or written.
    func add(_ connection: Connection, toWrite: Bool) {
        let (descriptor, user) = (connection.descriptor, connection.user)
        state.withLock { state in
            state.waiting[user, default: DescriptorQueue()].add(connection, descriptor)
            let isPolled = state.known.updateValue((user, true), forKey: descriptor)?.isPolled
            keychain_poll_watch(poll, descriptor, isPolled == true ? 1 : 0, toWrite ? 1 : 0, 1)
        }
    }

    /// Forgets a connection that is about to be closed.
    func forget(_ connection: Connection) {
        state.withLock { $0.known[connection.descriptor] = nil }
    }

    /// Counts a connection no longer, once it is closed.
    func release(_ connection: Connection) {
        state.withLock { state in
            switch connection.count {
            case .open: state.open.release(1, of: connection.user)
            case .ending: state.ending.release(1, of: connection.user)
            case nil: break
            }
        }
    }

    /// Whether a connection waits until more of a frame can be written.
    var hasUnsent: Bool {
        state.withLock { $0.waiting.values.contains { $0.values.contains(where: \.hasUnsent) } }
    }

    /// Drops the connections, whose deinitializers close them.
    func closeAll() { state.withLock { $0 = State(most: 0) } }

    /// Waits for events.
    ///
    /// - Returns: an empty array at the latest after half a second without any.
    func next() -> [Event] {
        var descriptors = [Int32](repeating: -1, count: 64)
        // Half a second at most, so that slow programs are noticed without an event.
        let count = keychain_poll_wait(poll, &descriptors, Int32(descriptors.count), 500)
        var events: [Event] = []
        for descriptor in descriptors.prefix(max(0, Int(count))) {
            if descriptor == stopping.read || descriptor == watched.withLock({ $0 }) {
                events.append(.stop)
            } else if descriptor == listener {
                events.append(.accept)
            } else if let connection = state.withLock({ $0.take(descriptor) }) {
                events.append(.ready(connection))
            }
        }
        return isIntervalOver() ? events + slow().map(Event.slow) + [.interval] : events
    }

    /// The beginning of the interval.
    private let interval = Mutex<ContinuousClock.Instant>(.now)

    /// Returns whether half a second has passed, and begins the next interval then.
    private func isIntervalOver() -> Bool {
        let now = ContinuousClock.now
        return interval.withLock { beginning in
            guard beginning.duration(to: now) > .milliseconds(500) else { return false }
            beginning = now
            return true
        }
    }

    /// Takes the connections whose program takes too long for a frame.
    private func slow() -> [Connection] {
        state.withLock { state in
            let slow = state.waiting.values.flatMap(\.values).filter {
                $0.deadline?.hasPassed == true
            }
            for connection in slow { _ = state.take(connection.descriptor) }
            return slow
        }
    }
}
