// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The keys that open what is written in an epoch.
package struct EpochKeys: Sendable {
    package let name: [UInt8]
    let head: KeyArena
    /// A device that is locked has only some.
    let packs: [PackKind: KeyArena]
}
