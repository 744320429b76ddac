// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

extension Keychain {
    /// Makes the user's securityd keep the keychains in the folder of ``login`` from now on. No file but
    /// `mode` changes, and that only after the service has opened the login keychain and found all items.
    ///
    /// - Parameter socket: where the service listens; it is started by the call, or runs already.
    /// - Returns: the number of items.
    /// - Throws: `notAvailable` when the service doesn't answer, manages a different folder or finds a different
    ///   number of items, and when the items are with the system's securityd.
    package static func giveToService(at socket: String) throws(KeychainError) -> Int {
        let location = try adoptableLocation()
        let mode = ServiceMode.securityd(socket: socket)
        // A service that runs has taken the store, and is the only one to count.
        let expected = location.isKept ? nil : try embeddedCount(location)
        let service = try service(
            at: socket, of: location,
            orElse: "securityd at this socket manages a different folder, not \(location.directory)"
        )
        let found = try service.answer(.countItems, at: location)
        if let expected, expected != found {
            throw KeychainError(
                .notAvailable,
                "\(socket): securityd finds \(found) items in \(location.databasePath), which has"
                    + " \(expected); nothing was changed")
        }
        try mode.write(for: location)
        return found
    }

    /// Makes programs open the keychains in the folder of ``login`` themselves from now on, and ends the
    /// user's securityd that kept them.
    ///
    /// - Returns: the number of items.
    /// - Throws: `notAvailable` when the service can't be ended or the login keychain can't be opened; programs
    ///   then still use the service. Also when the items are with the system's securityd.
    package static func takeFromService() throws(KeychainError) -> Int {
        let location = try adoptableLocation()
        let mode = try ServiceMode.written(for: location)
        guard location.isKept else {
            // No service runs.
            try ServiceMode.embedded.write(for: location)
            return try embeddedCount(location)
        }
        guard case .securityd(let socket, _, _) = mode else {
            throw KeychainError(
                .notAvailable,
                "\(location.directory): a securityd keeps these keychains, although the file mode"
                    + " says embedded; stop it")
        }
        let service = try service(
            at: socket, of: location,
            orElse: "a different securityd, not the one that manages \(location.directory)")
        let process = try service.process()
        // No call starts the service again once it has ended.
        try ServiceMode.embedded.write(for: location)
        do throws(KeychainError) {
            kill(process, SIGTERM)
            let deadline = Deadline.after(.seconds(30))
            while location.isKept, !deadline.hasPassed { usleep(20_000) }
            return try embeddedCount(location)
        } catch {
            try mode.write(for: location)
            throw error
        }
    }

    /// Returns the service at a socket, which must be the user's and keep the folder of a store.
    private static func service(
        at socket: String, of location: Location, orElse refusal: String
    ) throws(KeychainError) -> RemoteService {
        let service = RemoteService(RemoteAddress(socket: socket, home: location))
        guard try service.user() == geteuid(),
            try StoreFolderProbe(in: location).isFound(by: service)
        else { throw KeychainError(.notAvailable, "\(socket): \(refusal)") }
        return service
    }

    /// Returns the place of the login keychain, if the file `mode` in its folder decides who opens it.
    private static func adoptableLocation() throws(KeychainError) -> Location {
        if let socket = Environment.value("KEYCHAIN_SOCKET") {
            throw KeychainError(
                .notAvailable,
                "KEYCHAIN_SOCKET: set to \(socket), whatever the file mode says; unset it first")
        }
        let location = try login.location.get()
        guard
            case .securityd(let socket, let owner, let source) = try ServiceMode.written(
                for: location)
        else { return location }
        if source == .machine {
            let advice =
                try location.hasStore
                ? "root moves \(location.databasePath) there: securityd --system --adopt USER"
                : "root moves them: securityd --system --return USER"
            throw KeychainError(
                .notAvailable,
                "\(ServiceMode.configuration()): names the securityd at \(socket) for all users; "
                    + advice)
        }
        if source != .folder || owner != nil || socket == ServiceMode.systemSocket {
            throw KeychainError(
                .notAvailable,
                "\(socket): the items are with the system's securityd, which keeps them elsewhere;"
                    + " root moves them: securityd --system --return USER")
        }
        return location
    }

    private static func embeddedCount(_ location: Location) throws(KeychainError) -> Int {
        defer { Engines.forget(location) }
        return try EmbeddedService().answer(.countItems, at: location)
    }
}
