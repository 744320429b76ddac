// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The exclusive lock on `keychain.lock` that a process holds while it keeps a store to itself.
///
/// Other processes open the database anew when they get it back.
final class StoreOwnership: @unchecked Sendable {
    private let locks: StoreLocks

    init(_ paths: StorePaths, _ deadline: Deadline) throws(KeychainError) {
        locks = try StoreLocks(StoreFolder.prepare(paths))
        try locks.takeAlone(deadline: deadline)
        do throws(KeychainError) {
            try locks.raiseGeneration()
        } catch {
            locks.leaveAlone()
            throw error
        }
    }

    deinit { locks.leaveAlone() }
}
