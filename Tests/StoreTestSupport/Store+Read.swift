// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

extension Store {
    /// Runs `body` on one view of the store.
    package func read<R>(
        deadline: Deadline = .standard, _ body: (StoreReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let view = try begin(deadline)
        let result = try body(view.reader)
        view.end()
        return result
    }
}
