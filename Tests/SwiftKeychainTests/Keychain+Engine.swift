// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

@testable import SwiftKeychain
@testable import SwiftKeychainService

extension Keychain {
    /// Gives the engine that carries out the requests of this keychain.
    func engine() throws(KeychainError) -> Engine {
        guard let service = service as? EmbeddedService else {
            throw KeychainError(.internalComponent, "not embedded")
        }
        return try service.engine(at: try location.get())
    }

    /// Rebuilds the store from what can be read of it, whether or not something is wrong with it.
    func salvage(reason: String) throws(KeychainError) -> SalvageReport {
        try EmbeddedService().salvage(try location.get(), reason: reason)
    }

    /// Removes the files of the store, whatever the search list says.
    func removeFiles() throws(KeychainError) {
        try EmbeddedService().removeFiles(at: try location.get())
    }

    /// Gives the rights of the program that calls.
    func authorisation() -> Call { Call(caller ?? .current) }
}
