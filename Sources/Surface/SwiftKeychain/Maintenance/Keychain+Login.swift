// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService

// Unlocking while a user logs in, with the login password.
extension Keychain {
    /// Calls `body` so that requests take the way that root's files name, and no other.
    package static func forLogin<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
        try ServiceMode.$isForLogin.withValue(true) {
            Result { () throws(E) in try body() }
        }.get()
    }

    /// Checks that there is a login keychain, and that the user's programs reach it in the same way.
    ///
    /// - Throws: `noSuchKeychain`; `notAvailable` where the user's own file names a socket.
    package static func requireForLogin() throws(KeychainError) {
        let location = try login.location.get()
        let way = try ServiceMode.written(for: location)
        // Not waited for: the service of the user keeps the keychain, and unlocking it here is of no use.
        if case .securityd(let socket, _, .folder)? = try? ServiceMode.written(
            for: location, obeysRootAlone: false), way == .embedded
        {
            throw KeychainError(
                .notAvailable,
                "\(location.directory)/\(ServiceMode.fileName): names \(socket), and a login sends its"
                    + " password only to a socket that root named")
        }
        guard try login.hasFile else {
            throw KeychainError(.noSuchKeychain, "\(location.databasePath): no such keychain")
        }
    }
}
