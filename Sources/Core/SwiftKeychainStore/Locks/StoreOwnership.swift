// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The exclusive lock on `keychain.lock` that a process holds while it keeps a store to itself.
///
/// Other processes open the database anew when they get it back.
final class StoreOwnership: @unchecked Sendable {
    private let locks: StoreLocks

    /// Takes exclusive access, and raises the generation, so that connections of other processes are reopened later.
    init(_ paths: StorePaths, _ deadline: Deadline) throws(KeychainError) {
        let locks = try StoreLocks(StoreFolder.prepare(paths))
        try locks.takeAlone(deadline: deadline)
        // deinit gives the locks back from here on, also when this initializer throws.
        self.locks = locks
        try locks.raiseGeneration()
    }

    deinit { locks.leaveAlone() }
}
