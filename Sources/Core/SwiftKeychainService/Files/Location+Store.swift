// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

extension Location {
    /// Whether there is a store to examine or repair: the file exists, or only its log was left, or a
    /// repair was interrupted after it had moved the file.
    package var hasStore: Bool {
        get throws(KeychainError) { try exists ? true : Store.isLost(databasePath) }
    }
}
