// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// An item that lost against another device's change.
package struct SyncConflict: Sendable {
    /// What it is restored by.
    package let number: Int64
    /// When it was set aside, in seconds since 2001.
    package let date: Int
    /// What replaced it, such as "replaced by a change on phone".
    package let reason: String
    package let item: Item

    package init(number: Int64, date: Int, reason: String, item: Item) {
        (self.number, self.date, self.reason, self.item) = (number, date, reason, item)
    }
}
