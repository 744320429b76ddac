// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSystem

/// The connection, as several threads use it: one reads calls, all send answers and signals. sd-bus isn't thread-safe, so
/// one thread at a time is inside.
final class Outbox: @unchecked Sendable {
    /// Used with the lock only.
    private let connection: BusConnection
    private let lock = ThreadLock()
    /// The calls that aren't answered, by number.
    private var calls: [Int: BusMessage] = [:]
    /// The number of the last call.
    private var count = 0
    /// At least the bytes that wait for room in the socket: those that were sent since it last had room.
    private var queued = 0
    /// The most bytes that wait for room in the socket.
    private static let mostQueued = 32 << 20
    /// Written to wake the thread that polls.
    private let ends: (read: Int32, write: Int32)

    /// - Throws: `notAvailable` without a bus, or where no more files can be opened.
    init() throws(KeychainError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw KeychainError(.notAvailable, "pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A full pipe wakes the reader just as well, and must not block the writer.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.ends = (ends[0], ends[1])
        connection = try BusConnection(.user)
    }

    /// Uses the connection.
    func withConnection<Result>(
        _ body: (BusConnection) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(connection)
    }

    /// Sends something. What doesn't fit into the socket is sent by the thread that polls; a connection that is broken is
    /// noticed by it. Waits for the bus where very much doesn't fit.
    private func send(
        _ values: [BusValue], _ body: (BusConnection) throws(KeychainError) -> Void
    ) {
        lock.lock()
        defer { lock.unlock() }
        try? body(connection)
        guard isFull else {
            queued = 0
            return
        }
        queued += values.reduce(0) { $0 + $1.length }
        if queued > Self.mostQueued {
            connection.flush()
            queued = 0
        }
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
    }

    /// Whether something waits for room in the socket.
    private var isFull: Bool { connection.pollable.events & Int16(POLLOUT) != 0 }

    func send(_ signal: BusSignal) {
        send(signal.values) { (connection) throws(KeychainError) in
            try connection.signal(
                signal.path, signal.interface, signal.member, signal.values,
                to: signal.destination)
        }
    }

    /// Keeps a call until it is answered, while the connection is used.
    ///
    /// - Returns: its number.
    func keep(_ call: BusMessage) -> Int {
        count += 1
        if call.expectsReply { calls[count] = call }
        return count
    }

    /// Forgets the calls of a client that has left, while the connection is used.
    func forget(_ client: String) { calls = calls.filter { $0.value.sender != client } }

    /// Answers a call.
    ///
    /// The client gets `Failed` with the reason if the answer can't be sent, as when it is too long. A call that expects
    /// no reply gets none.
    func answer(_ number: Int, _ result: Result<[BusValue], BusConnection.Failure>) {
        send((try? result.get()) ?? []) { (connection) throws(KeychainError) in
            guard let call = calls.removeValue(forKey: number) else { return }
            switch result {
            case .success(let values):
                do throws(KeychainError) {
                    try connection.reply(to: call, values)
                } catch {
                    let failure = BusConnection.Failure(
                        "org.freedesktop.DBus.Error.Failed",
                        "the answer can't be sent: \(error.detail)")
                    try connection.reply(to: call, failing: failure)
                }
            case .failure(let failure): try connection.reply(to: call, failing: failure)
            }
        }
    }

    /// Waits until there is something to read, or more can be sent.
    ///
    /// After a second, free memory goes back to the system: an answer with a thousand secrets leaves megabytes.
    ///
    /// - Parameter pause: what else is done then; returns whether to wait on.
    /// - Returns: false if `pause` ended the wait.
    func wait(_ pause: () -> Bool) throws(KeychainError) -> Bool {
        // The lock isn't held during the wait: others send meanwhile.
        var (polled, timeout) = try withConnection { (connection) throws(KeychainError) in
            (
                [connection.pollable, pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)],
                connection.timeout
            )
        }
        let count = nfds_t(polled.count)
        let time = Self.milliseconds(timeout)
        if poll(&polled, count, time < 0 ? 1000 : time) == 0, time < 0 {
            let waitsOn = pause()
            keychain_return_memory()
            guard waitsOn else { return false }
            poll(&polled, count, time)
        }
        if polled[1].revents != 0 {
            var bytes: [UInt8] = [0, 0, 0, 0]
            while read(ends.read, &bytes, bytes.count) > 0 {}
        }
        return true
    }

    /// Returns what poll(2) takes for a time of the monotonic clock in microseconds: -1 waits for ever. Rounded up, so
    /// that the wait doesn't end too early.
    private static func milliseconds(_ timeout: UInt64?) -> Int32 {
        guard let timeout else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        return timeout <= microseconds ? 0 : Int32(clamping: (timeout - microseconds) / 1000 + 1)
    }
}

/// A signal to send.
struct BusSignal: Sendable {
    let path: String
    let interface: String
    let member: String
    let values: [BusValue]
    /// The only connection that gets it; nil for all.
    var destination: String?
}
