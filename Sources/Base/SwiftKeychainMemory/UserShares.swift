// SPDX-License-Identifier: Apache-2.0
/// A number of equal things that a service has, such as threads or bytes, shared out by user.
///
/// A user may hold at most as much as then remains free: half of all if no other user holds any, a third if one other
/// user holds as much.
package struct UserShares: Sendable {
    /// How many there are.
    package var most: Int
    private var total = 0
    private var held: [UInt32: Int] = [:]

    package init(most: Int) { self.most = most }

    /// Returns whether a user may have `count` more.
    package func allow(_ count: Int, of user: UInt32) -> Bool {
        held[user, default: 0] + count <= most - total - count
    }

    /// Grants a user `count` more; returns false when that isn't allowed.
    package mutating func claim(_ count: Int, of user: UInt32) -> Bool {
        guard allow(count, of: user) else { return false }
        held[user, default: 0] += count
        total += count
        return true
    }

    /// Takes back what a user was given.
    package mutating func release(_ count: Int, of user: UInt32) {
        let rest = held[user, default: 0] - count
        held[user] = rest == 0 ? nil : rest
        total -= count
    }

    /// Returns what a user has.
    package func count(of user: UInt32) -> Int { held[user, default: 0] }
}
