// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainBus
import Synchronization

/// What is known of the clients.
final class Callers: Sendable {
    struct Caller: Sendable {
        /// The identifier of a confined application; nil for a program that isn't confined.
        var application: String?

        /// Returns whether an item exists for the program: a confined one has the items it made.
        func maySee(_ item: SecretItem) -> Bool {
            application == nil || item.application == application
        }
    }

    private let callers = Mutex<[String: Caller]>([:])

    /// Learns who has a connection, when it calls for the first time.
    func learn(_ name: String, _ bus: BusConnection) {
        callers.withLock { if $0[name] == nil { $0[name] = Caller() } }
    }

    func caller(_ name: String) -> Caller { callers.withLock { $0[name] } ?? Caller() }

    func drop(_ name: String) { callers.withLock { $0[name] = nil } }
}
