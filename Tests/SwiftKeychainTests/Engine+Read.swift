// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

@testable import SwiftKeychainService

extension Engine {
    /// Runs `body` on one view of the store.
    func read<R>(
        _ body: (StoreReader, Keybag) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let view = try begin()
        let result = try body(view.reader, view.keybag)
        view.end()
        return result
    }
}
