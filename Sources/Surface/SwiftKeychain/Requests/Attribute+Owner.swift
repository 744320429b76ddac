// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Attribute {
    /// Whether it is Apple's attribute for the owner of an item, empty on a system with one user. A
    /// store here has one owner.
    package var isOwner: Bool { rawValue == "musr" }
}
