// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainService
import SwiftKeychainSystem
import Synchronization

/// The Secret Service of the desktop (freedesktop Secret Service API, draft 0.2) on the keychains of the user.
///
///     program ── D-Bus ──▶ CallQueue ──▶ SecretService ──▶ Keychain
///
/// Nine threads read calls, carry them out and send the answers, so that a client that waits for a lock, or has a key derived,
/// delays no other. Each prompt has a separate thread.
///
/// What may surprise: the bus of a user is one trust domain. Every program of the user that isn't confined gets every
/// item, as with every other provider of the service.
package final class SecretServiceProvider: Sendable {
    private let outbox: Outbox
    private let queue = CallQueue(threads: 9, waiting: 16_384)
    private let service: SecretService
    private let portal: SecretPortal

    /// The longest message, in bytes.
    ///
    /// There is room for the longest secret, and 64 KiB for all other values.
    private static let longest = Limits.secretBytes + (64 << 10)

    /// Connects to the bus, owns the name, and watches for the end and for changes.
    ///
    /// - Parameter stopping: a descriptor that can be read once the program must end, which it does then with status 0.
    /// - Throws: `notAvailable` without a bus, if another program owns the name, or if the system refuses a thread.
    package init(_ location: Location, stopping: Int32) throws(KeychainError) {
        let settings = try SecretServiceSettings(location)
        let outbox = try Outbox()
        self.outbox = outbox
        let service = SecretService(settings, location) { outbox.send($0) }
        self.service = service
        portal = SecretPortal(service.log)
        try outbox.withConnection { (connection) throws(KeychainError) in
            try connection.subscribe(
                // Names without a new owner: clients that have left.
                "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                    + "member='NameOwnerChanged',arg2=''")
            // First, because ``SecretServiceOwner`` knows this program by it. The service itself doesn't need it.
            _ = try connection.own(SecretPortal.bus)
            guard try connection.own(ServiceNames.bus) else {
                throw KeychainError(
                    .notAvailable, "\(ServiceNames.bus): another program owns the name")
            }
        }
        try DetachedThread.require {
            var polled = pollfd(fd: stopping, events: Int16(POLLIN), revents: 0)
            while poll(&polled, 1, -1) < 0, errno == EINTR {}
            service.log.flush()
            Engines.emptyLogs()
            // At once: other threads go on, and may use what exit(3) would take down.
            _exit(0)
        }
        try ChangeWatch(service).start()
    }

    /// Serves until the connection to the bus ends, or another program takes the name.
    ///
    /// - Throws: `notAvailable` when the connection breaks in the middle.
    package func run() throws(KeychainError) {
        defer {
            service.log.flush()
            Engines.emptyLogs()
        }
        let failure = Mutex<KeychainError?>(nil)
        queue.run { waits in
            do throws(KeychainError) {
                return try self.read(waits: waits)
            } catch {
                failure.withLock { $0 = error }
                return .end
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Takes the next message that something is to be done about.
    private func read(waits: Bool) throws(KeychainError) -> CallQueue.Reading {
        var hasWaited = false
        while true {
            var next: (() -> Void)?
            let isOver = try outbox.withConnection { (connection) throws(KeychainError) in
                while true {
                    let (isBusy, message) = try connection.process()
                    if let message {
                        guard receive(message, connection, &next) else { return true }
                        if next != nil { return false }
                    }
                    if !isBusy { return false }
                }
            }
            if isOver { return .end }
            // Run without the connection, which it may use again.
            if let next {
                next()
                return hasWaited ? .single : .next
            }
            if !waits { return .nothing }
            guard try outbox.wait(pause) else { return .next }
            hasWaited = true
        }
    }

    /// Writes what waits for a pause: counts, and the logs of keychains in another thread than the one that reads.
    ///
    /// - Returns: false if the other thread has something to do.
    private func pause() -> Bool {
        service.log.writeCounts()
        guard Engines.haveLogs else { return true }
        return !queue.add(of: "", CallQueue.Call { Engines.emptyLogs() })
    }

    /// Takes a message; false when the service must end.
    ///
    /// - Parameter next: set to what is to be done without the connection.
    private func receive(
        _ message: BusMessage, _ connection: BusConnection, _ next: inout (() -> Void)?
    ) -> Bool {
        switch message.kind {
        case .call: next = call(message, connection)
        case .signal where message.sender == "org.freedesktop.DBus":
            guard let texts = try? message.values(most: 4096).compactMap(\.text) else { break }
            if message.member == "NameLost", texts.first == ServiceNames.bus { return false }
            // The texts are the name, its owner before, and its owner now.
            if message.member == "NameOwnerChanged", texts.count == 3, texts[2].isEmpty,
                texts[0] == texts[1]
            {
                let (queue, service, portal, client) = (queue, service, portal, texts[0])
                outbox.forget(client)
                next = {
                    queue.drop(client)
                    service.drop(client)
                    portal.drop(client)
                }
            }
        default: break
        }
        return true
    }

    /// Reads a call; what is returned has it carried out.
    private func call(_ message: BusMessage, _ connection: BusConnection) -> () -> Void {
        let (service, outbox, queue, portal) = (service, outbox, queue, portal)
        // Kept even if it can't be read: the error goes to the same call.
        let number = outbox.keep(message)
        message.holdSecrets()
        let call: ServiceCall
        do throws(BusMessage.Unreadable) {
            call = ServiceCall(
                sender: message.sender ?? "", path: message.path, interface: message.interface,
                member: message.member, signature: message.signature,
                values: try message.values(most: Self.longest))
        } catch {
            let failure: BusFailure =
                error.isTooLong
                ? .limit("a message over \(Self.longest) bytes")
                : .invalid("the message can't be read")
            return { outbox.answer(number, .failure(failure)) }
        }
        if call.path == SecretPortal.path || call.path.hasPrefix(SecretPortal.path + "/") {
            guard Self.isFrontend(call.sender, connection) else {
                let failure = BusFailure.denied("only \(SecretPortal.frontend) may call")
                return { outbox.answer(number, .failure(failure)) }
            }
            let caller = service.callers.examine(call.sender, connection)
            return { portal.perform(call, caller) { outbox.answer(number, $0) } }
        }
        service.callers.learn(call.sender, connection)
        return {
            let queued = CallQueue.Call(isBrief: call.isBrief, bytes: call.bytes) {
                let (result, after) = service.perform(call)
                service.settle(call.sender)
                outbox.answer(number, result)
                after?()
            }
            let isAdded = queue.add(of: call.sender, queued)
            if !isAdded { outbox.answer(number, .failure(.limit("too many calls wait"))) }
        }
    }

    /// Returns whether a client is the frontend of the portal.
    ///
    /// The bus is asked at each call, because the frontend may be started again under another unique name.
    private static func isFrontend(_ client: String, _ connection: BusConnection) -> Bool {
        let owner = connection.askBus("GetNameOwner", [.string(SecretPortal.frontend)])
        return owner?.first?.text == client
    }
}
