// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

@testable import SwiftKeychain
@testable import SwiftKeychainService

extension Keychain {
    /// Gives the engine that carries out the requests of this keychain.
    func engine() throws(KeychainError) -> Engine {
        try EmbeddedService().engine(at: try location.get())
    }
}
