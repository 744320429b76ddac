// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// The Secret Service of the desktop (freedesktop Secret Service API, draft 0.2) on the keychains of the user.
///
///     program ── D-Bus ──▶ this thread ──▶ CallQueue ──▶ SecretService ──▶ Keychain
///
/// One thread owns the connection: it reads calls, and sends what is in the mailbox. Eight threads carry out the calls, so
/// that a client that waits for a lock, or has a key derived, delays no other. A prompt has a thread of its own.
///
/// What may surprise: the bus of a user is one trust domain. Every program of the user that isn't confined gets every
/// item, as with every other provider of the service.
package final class SecretServiceProvider {
    private let connection: BusConnection
    private let mailbox: Mailbox
    private let queue = CallQueue(threads: 8, waiting: 256)
    private let service: SecretService
    private let portal = SecretPortal()
    private let watch: ChangeWatch
    /// The calls that aren't answered, by number.
    private var calls: [Int: BusMessage] = [:]
    private var count = 0

    /// The longest message, in bytes.
    private static let longest = Limits.secretBytes + (64 << 10)

    /// Connects to the bus and owns the name.
    ///
    /// - Throws: `notAvailable` without a bus, or if another program owns the name.
    package init(_ location: Location) throws(KeychainError) {
        let settings = try SecretServiceSettings(location)
        let mailbox = try Mailbox()
        self.mailbox = mailbox
        connection = try BusConnection(.user)
        let service = SecretService(settings, location) { mailbox.post(.signal($0)) }
        self.service = service
        watch = ChangeWatch(service)
        try connection.subscribe(
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg2=''")
        guard try connection.own(ServiceNames.bus) else {
            throw KeychainError(
                .notAvailable, "\(ServiceNames.bus): another program owns the name")
        }
        // Another backend of the portal may be there: the service itself doesn't need it.
        _ = try connection.own(SecretPortal.bus)
    }

    /// Serves until the connection to the bus ends, or another program takes the name.
    ///
    /// - Throws: `notAvailable` when the connection breaks in the middle.
    package func run() throws(KeychainError) {
        watch.start()
        defer { service.log.flush() }
        while true {
            while true {
                let (isBusy, message) = try connection.process()
                if let message, !receive(message) { return }
                // What was finished meanwhile goes out between two calls.
                try sendLetters()
                if !isBusy { break }
            }
            var polled = [
                connection.pollable,
                pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&polled, nfds_t(polled.count), milliseconds)
            try sendLetters()
        }
    }

    private var milliseconds: Int32 {
        guard let timeout = connection.timeout else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        return timeout <= microseconds ? 0 : Int32(clamping: (timeout - microseconds) / 1000 + 1)
    }

    /// Takes a message; false when the service must end.
    private func receive(_ message: BusMessage) -> Bool {
        switch message.kind {
        case .call: receive(call: message)
        case .signal where message.sender == "org.freedesktop.DBus":
            guard let texts = try? message.values(most: 4096).compactMap(\.text) else { break }
            if message.member == "NameLost", texts.first == ServiceNames.bus { return false }
            // The texts are the name, its owner before, and its owner now.
            if message.member == "NameOwnerChanged", texts.count == 3, texts[2].isEmpty,
                texts[0] == texts[1]
            {
                queue.drop(texts[0])
                service.state.drop(texts[0])
                service.callers.drop(texts[0])
            }
        default: break
        }
        return true
    }

    private func receive(call message: BusMessage) {
        count += 1
        let number = count
        if message.expectsReply { calls[number] = message }
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
            return mailbox.post(.reply(number, .failure(failure), nil))
        }
        if !call.path.hasPrefix(ObjectPath.root), isOfPortal(call) {
            return receive(ofPortal: call, number)
        }
        let (service, mailbox) = (service, mailbox)
        service.callers.learn(call.sender, connection)
        let isAdded = queue.add(of: call.sender) {
            let (result, after) = service.perform(call)
            mailbox.post(.reply(number, result, after))
        }
        if !isAdded {
            mailbox.post(.reply(number, .failure(.limit("too many calls wait")), nil))
        }
    }

    /// Whether a call is for the portal: its object, or a request that the frontend made.
    private func isOfPortal(_ call: ServiceCall) -> Bool {
        call.path == SecretPortal.path || call.path.hasPrefix(SecretPortal.path + "/")
    }

    private func receive(ofPortal call: ServiceCall, _ number: Int) {
        let bus = "org.freedesktop.DBus"
        let owner = try? connection.call(
            bus, "/org/freedesktop/DBus", bus, "GetNameOwner",
            [.string(SecretPortal.frontend)]
        ).first?.text
        guard let owner, owner == call.sender else {
            let failure = BusFailure.denied("only \(SecretPortal.frontend) may call")
            return mailbox.post(.reply(number, .failure(failure), nil))
        }
        let mailbox = mailbox
        portal.perform(call) { mailbox.post(.reply(number, $0, nil)) }
    }

    private func sendLetters() throws(KeychainError) {
        for letter in mailbox.takeAll() {
            switch letter {
            case .signal(let signal):
                try connection.signal(
                    signal.path, signal.interface, signal.member, signal.values,
                    to: signal.destination)
            case .reply(let number, let result, let after):
                if let message = calls.removeValue(forKey: number) {
                    try answer(message, result)
                }
                after?()
            }
        }
    }

    private func answer(
        _ message: BusMessage, _ result: Result<[BusValue], BusFailure>
    ) throws(KeychainError) {
        switch result {
        case .success(let values):
            do throws(KeychainError) {
                try connection.reply(to: message, values)
            } catch {
                try connection.reply(to: message, failing: .limit("the answer is too long"))
            }
        case .failure(let failure): try connection.reply(to: message, failing: failure)
        }
    }
}
