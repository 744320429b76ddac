// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel

/// The signals of logind after which keychains lock: a session of a user locks, the user's last session
/// ends, or the machine is about to sleep.
///
/// A signal that any user sends to this connection alone arrives without a match. So the sender of each is compared with
/// the owner of logind's name, which only the bus itself reports.
package struct SessionWatch: Sendable {
    package enum Event: Sendable, Equatable {
        /// The keychains of a user lock.
        case user(uid_t)
        /// The keychains lock that are set to lock on sleep.
        case sleep
    }

    private let library: BusLibrary
    private nonisolated(unsafe) let bus: BusLibrary.Pointer

    private static let bus = "org.freedesktop.DBus"
    private static let logind = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"

    /// - Throws: `notAvailable` without libsystemd, or without a bus of the system.
    package init() throws(KeychainError) {
        library = try BusLibrary()
        bus = try library.systemBus()
        for (sender, interface, member) in [
            (Self.logind, Self.session, "Lock"), (Self.logind, Self.manager, "UserRemoved"),
            (Self.logind, Self.manager, "PrepareForSleep"),
            (Self.bus, Self.bus, "NameOwnerChanged"),
        ] {
            let match = library.function(
                "sd_bus_match_signal",
                as: (@convention(c) (
                    BusLibrary.Pointer, BusLibrary.Place?, UnsafePointer<CChar>,
                    UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafePointer<CChar>, Handler,
                    BusLibrary.Pointer?
                ) -> Int32).self)
            // 0: the message is returned to the loop.
            try library.check(
                match(bus, nil, sender, nil, interface, member, { _, _, _ in 0 }, nil), "logind")
        }
    }

    private typealias Handler =
        @convention(c) (BusLibrary.Pointer?, BusLibrary.Pointer?, BusLibrary.Pointer?) -> Int32

    /// Calls `lock` for each signal, until the connection to the bus breaks.
    ///
    /// - Throws: `notAvailable` then.
    package func run(_ lock: (Event) -> Void) throws(KeychainError) {
        // Changes from now on are signals that wait.
        var logind = ownerOfLogind()
        var inhibitor = delaySleep()
        defer { if let inhibitor { close(inhibitor) } }
        while true {
            let message = try library.nextMessage(of: bus)
            defer { library.release(message) }
            let sender = library.sender(of: message)
            if isSignal(message, Self.bus, "NameOwnerChanged"), sender == Self.bus {
                if library.text(in: message) == Self.logind {
                    // The texts are the name, its owner before, and its owner now.
                    _ = library.text(in: message)
                    logind = library.text(in: message)
                }
                continue
            }
            guard let sender, sender == logind else { continue }
            if isSignal(message, Self.manager, "UserRemoved") {
                if let user = library.number(in: message) { lock(.user(user)) }
            } else if isSignal(message, Self.session, "Lock"), let user = owner(of: message) {
                lock(.user(user))
            } else if isSignal(message, Self.manager, "PrepareForSleep"),
                let begins = library.boolean(in: message)
            {
                // True before the machine sleeps, false when it has woken. Closing the descriptor lets it sleep, so
                // lock first.
                if begins { lock(.sleep) }
                if let inhibitor { close(inhibitor) }
                inhibitor = begins ? nil : delaySleep()
            }
        }
    }

    /// Returns the unique name of the connection that is logind; nil where none is.
    private func ownerOfLogind() -> String? {
        guard
            let reply = try? library.call(
                bus, Self.bus, "/org/freedesktop/DBus", Self.bus, "GetNameOwner", [Self.logind])
        else { return nil }
        defer { library.release(reply) }
        return library.text(in: reply)
    }

    /// Makes the machine wait before it sleeps, for a few seconds at most, until the descriptor is closed.
    ///
    /// - Returns: nil where logind doesn't allow it.
    private func delaySleep() -> Int32? {
        let words = ["sleep", "securityd", "Locks keychains", "delay"]
        guard
            let reply = try? library.call(
                bus, Self.logind, "/org/freedesktop/login1", Self.manager, "Inhibit", words)
        else { return nil }
        defer { library.release(reply) }
        guard let descriptor = library.descriptor(in: reply) else { return nil }
        // The message closes its own.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Watches in a separate thread, as long as there is a bus.
    ///
    /// - Parameter report: receives why nothing is watched.
    static func start(
        _ report: @escaping @Sendable (String) -> Void, _ lock: @escaping @Sendable (Event) -> Void
    ) {
        let body = WatchBody {
            do throws(KeychainError) {
                try SessionWatch().run(lock)
            } catch {
                report("keychains don't lock with sessions: \(error.detail)")
            }
        }
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<WatchBody>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(body).toOpaque())
        if result == 0 { pthread_detach(thread) }
    }

    /// Returns whether a message is a signal of this interface and name (sd_bus_message_is_signal(3)).
    private func isSignal(
        _ message: BusLibrary.Pointer, _ interface: String, _ member: String
    ) -> Bool {
        let isSignal = library.function(
            "sd_bus_message_is_signal",
            as: (@convention(c) (
                BusLibrary.Pointer, UnsafePointer<CChar>, UnsafePointer<CChar>
            ) -> Int32).self)
        return isSignal(message, interface, member) > 0
    }

    /// Returns the user of the session that sent a signal.
    private func owner(of message: BusLibrary.Pointer) -> uid_t? {
        let path = library.function(
            "sd_bus_message_get_path",
            as: (@convention(c) (BusLibrary.Pointer) -> UnsafePointer<CChar>?).self)
        let property = library.function(
            "sd_bus_get_property",
            as: (@convention(c) (
                BusLibrary.Pointer, UnsafePointer<CChar>, UnsafePointer<CChar>,
                UnsafePointer<CChar>, UnsafePointer<CChar>, BusLibrary.Pointer?, BusLibrary.Place,
                UnsafePointer<CChar>
            ) -> Int32).self)
        guard let place = path(message) else { return nil }
        var reply: BusLibrary.Pointer?
        guard property(bus, Self.logind, place, Self.session, "User", nil, &reply, "(uo)") >= 0,
            let reply
        else { return nil }
        defer { library.release(reply) }
        return library.number(in: reply, structure: "uo")
    }
}

/// What the thread of a ``SessionWatch`` does.
private final class WatchBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
