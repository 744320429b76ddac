// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSystem

/// The signals of logind after which keychains lock: a session of a user locks, the user's last session
/// ends, or the machine is about to sleep.
///
/// A signal that any user sends to this connection alone arrives without a match. So the sender of each is compared with
/// the owner of logind's name, which only the bus itself reports.
package struct SessionWatch {
    package enum Event: Sendable, Equatable {
        /// The keychains of a user lock.
        case user(uid_t)
        /// The keychains lock that are set to lock on sleep.
        case sleep
        /// All keychains lock: a signal may have been missed.
        case missed
    }

    private let bus: BusConnection

    private static let bus = "org.freedesktop.DBus"
    // The name and interfaces of logind: org.freedesktop.login1(5).
    private static let logind = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"

    /// - Throws: `notAvailable` without libsystemd, or without a bus of the system.
    private init() throws(KeychainError) {
        bus = try BusConnection(.system)
        for (sender, interface, member) in [
            (Self.logind, Self.session, "Lock"), (Self.logind, Self.manager, "UserRemoved"),
            (Self.logind, Self.manager, "PrepareForSleep"),
            (Self.bus, Self.bus, "NameOwnerChanged"),
        ] {
            try bus.subscribe(
                "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)'")
        }
    }

    /// Calls `lock` for each signal, until the connection to the bus breaks, and then with ``Event/missed``.
    ///
    /// - Throws: `notAvailable` then.
    private func run(_ lock: (Event) -> Void) throws(KeychainError) {
        // Changes from now on are signals that wait.
        var logind = ownerOfLogind()
        var inhibitor = delaySleep()
        defer { extendLifetime(inhibitor) }
        // A session may lock, or the machine sleep, before the bus is back.
        defer { lock(.missed) }
        while true {
            let message = try bus.nextMessage()
            guard let values = try? message.values(most: 1 << 16) else { continue }
            if message.isSignal(Self.bus, "NameOwnerChanged"), message.sender == Self.bus {
                // The texts are the name, its owner before, and its owner now.
                let texts = values.compactMap(\.text)
                if texts.count == 3, texts[0] == Self.logind, texts[2] != logind {
                    logind = texts[2]
                    // After a restart of the bus it comes later than this connection.
                    if !texts[2].isEmpty { inhibitor = delaySleep() }
                }
                continue
            }
            guard let sender = message.sender, sender == logind else { continue }
            if message.isSignal(Self.manager, "UserRemoved") {
                if case .uint32(let user)? = values.first { lock(.user(user)) }
            } else if message.isSignal(Self.session, "Lock") {
                if let event = lockEvent(message.path) { lock(event) }
            } else if message.isSignal(Self.manager, "PrepareForSleep"),
                let begins = values.first?.flag
            {
                // True before the machine sleeps, false when it has woken. Closing the descriptor lets it sleep, so
                // lock first.
                if begins { lock(.sleep) }
                inhibitor = begins ? nil : delaySleep()
            }
        }
    }

    /// Returns the unique name of the connection that is logind; nil where none is.
    private func ownerOfLogind() -> String? {
        let reply = try? bus.call(
            Self.bus, "/org/freedesktop/DBus", Self.bus, "GetNameOwner", [.string(Self.logind)])
        return reply?.first?.text
    }

    /// Makes the machine wait before it sleeps, for a few seconds at most, until the descriptor is closed.
    ///
    /// - Returns: nil where logind doesn't allow it.
    private func delaySleep() -> BusDescriptor? {
        let words = ["sleep", "securityd", "Locks keychains", "delay"]
        let reply = try? bus.call(
            Self.logind, "/org/freedesktop/login1", Self.manager, "Inhibit",
            words.map(BusValue.string))
        if case .descriptor(let descriptor)? = reply?.first { return descriptor }
        return nil
    }

    /// Watches in a separate thread, which connects again after the connection to the bus broke.
    ///
    /// Calls `lock` with ``Event/missed`` when the connection breaks, and once there is another one: keychains may have
    /// been unlocked in between.
    ///
    /// - Parameter report: receives why nothing is watched, and that it is again.
    package static func start(
        _ report: @escaping @Sendable (String) -> Void, _ lock: @escaping @Sendable (Event) -> Void
    ) {
        let isStarted = DetachedThread.start {
            var pause = RetryPause()
            var isLost = false
            repeat {
                do throws(KeychainError) {
                    let watch = try SessionWatch()
                    if isLost {
                        lock(.missed)
                        report("keychains lock with sessions again")
                        (isLost, pause) = (false, RetryPause())
                    }
                    try watch.run(lock)
                } catch {
                    if !isLost { report("keychains don't lock with sessions: \(error.detail)") }
                    isLost = true
                }
                pause.wait()
            } while BusLibrary.shared != nil
        }
        if !isStarted { report("keychains don't lock with sessions: \(DetachedThread.refusal)") }
    }

    /// Returns what locks with a session: the keychains of its user, or all if logind doesn't say who that is.
    /// Its property `User` is a structure of the user's number and an object path.
    ///
    /// - Returns: nil for a session that has just ended.
    private func lockEvent(_ session: String) -> Event? {
        do throws(BusConnection.Failure) {
            let reply = try bus.call(
                Self.logind, session, "org.freedesktop.DBus.Properties", "Get",
                [.string(Self.session), .string("User")])
            guard case .variant(.structure(let fields))? = reply.first,
                case .uint32(let user)? = fields.first
            else { return .missed }
            return .user(user)
        } catch {
            return error.name == "org.freedesktop.DBus.Error.UnknownObject" ? nil : .missed
        }
    }
}
