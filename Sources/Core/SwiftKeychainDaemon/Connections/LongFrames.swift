// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import Synchronization

/// The bytes of long frames that are received, or wait to be sent, at the same time.
final class LongFrames: Sendable {
    private let shares: Mutex<UserShares>

    init(most: Int) { shares = Mutex(UserShares(most: most)) }

    /// Claims bytes for a user; false when there is no room for them.
    func claim(_ count: Int, of user: UInt32) -> Bool {
        shares.withLock { $0.claim(count, of: user) }
    }

    func release(_ count: Int, of user: UInt32) {
        if count == 0 { return }
        shares.withLock { $0.release(count, of: user) }
    }
}
