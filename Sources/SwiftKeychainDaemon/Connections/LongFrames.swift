// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The bytes of long frames that are received, or wait to be sent, at the same time. One user gets at
/// most half of the room.
final class LongFrames: Sendable {
    private let most: Int
    private let claimed = Mutex<[UInt32: Int]>([:])

    init(most: Int) { self.most = most }

    /// Claims bytes for a user; false when there is no room for them.
    func claim(_ count: Int, of user: UInt32) -> Bool {
        claimed.withLock { claimed in
            let own = claimed[user, default: 0] + count
            guard own <= most / 2,
                claimed.values.reduce(count, +) <= most
            else { return false }
            claimed[user] = own
            return true
        }
    }

    func release(_ count: Int, of user: UInt32) {
        if count == 0 { return }
        claimed.withLock { claimed in
            let own = claimed[user, default: 0] - count
            claimed[user] = own > 0 ? own : nil
        }
    }
}
