// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// What a client asks a service about the circle of a store.
///
/// The client moves names and bytes between the service and a relay, and understands neither: everything is sealed and
/// verified below the seam. One exchange:
///
///     relay ─ heads, packs ─▶ receive ─▶ names that are wanted …   until none is new
///                             plan    ─▶ names and bytes to publish ─▶ relay
///                             sent, note
package enum SyncRequest: Sendable {
    /// Returns the state of the circle → ``Reply/syncStatus(_:)``, nil if the keychain is in none.
    case status
    /// Makes a circle of this device → ``Reply/recoveryCode(_:)``, or → ``Reply/lacks(_:)`` when the passcode is needed. Fails
    /// with `duplicateItem` if there is one already; with `interactionNotAllowed` while the keychain is locked.
    case create(NewCircle)
    /// Keeps files of the relay → ``Reply/syncReceived(_:)``.
    case receive([RelayFile])
    /// Merges, and returns what to publish → ``Reply/syncPlan(_:)``.
    case plan(RelayView)
    /// Returns where the relay is, with its password → ``Reply/syncRelay(_:)``.
    case relay
    /// Uses another relay, on which these heads are → ``Reply/done``. The next head announces it to the other devices. Fails
    /// with `duplicateItem` if some of the heads are of another circle.
    case move(RelayPlace, [RelayFile])
    /// Says that the newest head is on the relay → ``Reply/done``.
    case sent
    /// Keeps what kept the last exchange from being complete; nil if nothing did → ``Reply/done``. Fails
    /// if it can't be kept, also if it is known already.
    case note(problem: String?)
    /// Has ordinary passwords synchronized, or not any more → ``Reply/count(_:)`` of those changed.
    /// nil: all that can be. Fails with `parameter` for an item that can't be, or that its program has synchronized.
    case include([PersistentReference]?, Bool)
    /// Lists the items that lost against other devices' changes within the last 30 days → ``Reply/syncConflicts(_:)``.
    case conflicts(withSecrets: Bool)
    /// Stores such an item again, as a new change → ``Reply/done``. What is there in its place is set aside. Fails with
    /// `itemNotFound` if none has the number.
    case restore(Int64)
    /// Gives the device another name → ``Reply/done``.
    case rename(String)
    /// Makes the next head the last one of the device; it announces to the others that the device leaves → ``Reply/done``.
    case leave
    /// Records that the present members were reported to the user → ``Reply/done``.
    case acknowledgeMembers
    /// Returns the items that are the same on all devices, as far as they can be read → ``Reply/items(_:)``.
    case items
    /// Ends the membership, for this device alone → ``Reply/done``. Items stay as they are.
    case forget
    /// Makes an invitation for a device to join, in place of an earlier one → ``Reply/invitation(_:)``, or
    /// → ``Reply/lacks(_:)`` when the passcode is needed. No codes are compared if it is unattended.
    case invite(isUnattended: Bool)
    /// Begins to join a circle → ``Reply/syncRelay(_:)``, or → ``Reply/lacks(_:)`` when the passcode is needed. Fails with
    /// `duplicateItem` if the keychain is in one; with `parameter` for a text that is no invitation, or without a folder where
    /// the relay is one.
    case join(JoiningDevice)
    /// Removes a device, by its name on the relay, with the next exchange → ``Reply/done``, or → ``Reply/lacks(_:)`` when the
    /// passcode is needed. Fails with `itemNotFound` if it is no other member.
    case remove(String)
    /// Makes this device a member with the recovery code and the heads on the relay → ``Reply/recoveryCode(_:)``, which
    /// takes the place of the old one, or → ``Reply/lacks(_:)`` when the passcode is needed. Fails with
    /// `authenticationFailed` for a code of no circle, or an old one.
    case recover(SecretBytes, NewCircle, [RelayFile])
    /// Goes on with a pairing: takes the files of its mailbox, and the code that the user typed
    /// → ``Reply/syncPairing(_:)``. Fails with `authenticationFailed` for a wrong code or after the end of the invitation.
    case pair([RelayFile], code: String?)

    /// Whether the operation changes who reads the items, or returns the password of the relay.
    package var concernsMembership: Bool {
        switch self {
        case .create, .forget, .leave, .invite, .join, .pair, .remove, .recover, .relay, .move: true
        default: false
        }
    }
}

/// A circle to make, or to recover.
package struct NewCircle: Sendable {
    /// The name of the device, which the others show, 1 to 128 bytes.
    package let deviceName: String
    package let relay: RelayPlace

    package init(deviceName: String, relay: RelayPlace) {
        (self.deviceName, self.relay) = (deviceName, relay)
    }
}

/// A device that begins to join a circle.
package struct JoiningDevice: Sendable {
    /// The text of the invitation.
    package let invitation: SecretBytes
    /// The name of the device, which the others show.
    package let deviceName: String
    /// Where the relay is on this device.
    package let paths: RelayPaths

    package init(invitation: SecretBytes, deviceName: String, paths: RelayPaths) {
        (self.invitation, self.deviceName, self.paths) = (invitation, deviceName, paths)
    }
}

/// A file of a relay.
package struct RelayFile: Sendable {
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// What a relay has of this device.
package struct RelayView: Sendable {
    /// The device's head; nil if there is none.
    package let head: [UInt8]?
    /// The names of its packs, but for damaged ones.
    package let packs: [String]
    /// Whether the user wants the deletions of more items than can be meant without asking.
    package let acceptsDeletions: Bool

    package init(head: [UInt8]?, packs: [String], acceptsDeletions: Bool) {
        (self.head, self.packs, self.acceptsDeletions) = (head, packs, acceptsDeletions)
    }
}
