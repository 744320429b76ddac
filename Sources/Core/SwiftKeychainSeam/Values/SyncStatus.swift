// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The state of a circle, as this device knows it.
package struct SyncStatus: Sendable {
    /// The first bytes of the circle's name, as digits.
    package var circle: String
    /// The prefix of this device's names on the relay: its own name, as digits.
    package var device: String
    /// Where the relay is, without its password.
    package var relay: RelayPlace
    /// Where another device moved the circle to, if this one hasn't followed.
    package var moved: RelayAddress?
    package var devices: [Device]
    /// The membership changes that weren't reported to the user yet, each a sentence.
    package var news: [String] = []
    /// The items that are the same on all devices.
    package var items = 0
    /// Those of them that were changed here, and aren't in the newest head yet.
    package var changed = 0
    /// Items that are marked as synchronizable and never sent: certificates, keys and what is bound to the device.
    package var notSent = 0
    /// Ordinary passwords that the user could include.
    package var ordinary = 0
    /// Items that are too long to be sent.
    package var tooLong = 0
    /// Whether the newest head is known to be on the relay.
    package var isPublished = false
    package var standing = Standing.member
    /// Whether items that need an unlocked keychain weren't counted.
    package var isLocked = false
    /// What kept the last exchange from being complete; nil if nothing did.
    package var problem: String?
    /// Since when exchanges have had this problem, in seconds since 2001.
    package var problemSince = 0

    /// What this device is to the others.
    package enum Standing: UInt8, Sendable {
        case member
        /// Another device uses this one's name and keys.
        case copied
        /// The others removed it.
        case removed
    }

    /// A device of the circle.
    package struct Device: Sendable {
        package let name: String
        /// The device's name on the relay, as digits.
        package let identifier: String
        /// When it wrote its newest head that was accepted, in seconds since 2001 by its clock; nil if none was.
        package let lastSeen: Int?
        package let isThisOne: Bool
        /// The sequence of that head; nil if none was accepted, or if the device hadn't followed to this relay when it wrote
        /// it, so that its files here may be older.
        package var sequence: Int?

        package init(name: String, identifier: String, lastSeen: Int?, isThisOne: Bool) {
            (self.name, self.identifier) = (name, identifier)
            (self.lastSeen, self.isThisOne) = (lastSeen, isThisOne)
        }
    }

    package init(circle: String, device: String, relay: RelayPlace, devices: [Device]) {
        (self.circle, self.device, self.relay) = (circle, device, relay)
        self.devices = devices
    }
}
