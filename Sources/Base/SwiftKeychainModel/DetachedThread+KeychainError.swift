// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

extension DetachedThread {
    /// Why a thread wasn't started.
    package static let refusal = "the system refuses another thread (ulimit -u, TasksMax=)"

    /// Runs `body` in a new thread that a program can't do without.
    ///
    /// - Throws: `notAvailable` if the system refuses another thread.
    package static func require(_ body: @escaping @Sendable () -> Void) throws(KeychainError) {
        guard start(body) else { throw KeychainError(.notAvailable, refusal) }
    }
}
