// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// A place where the devices of a circle leave names and bytes for each other.
///
/// This module moves names and bytes between a device and a relay. It has no key, and doesn't know what the bytes are: the
/// operator of a relay can change, withhold or repeat all of them, and the reader must notice it.
///
/// The idea is that a device writes only its own names, so that a relay needs neither locks nor an order between devices:
/// a folder that any tool copies is enough.
package protocol Relay {
    /// Returns the names that begin with a prefix, at most `most` of them.
    func list(_ prefix: String, most: Int) throws(RelayFailure) -> [RelayName: RelayTag]

    /// Returns the tag of a name; nil if it isn't there.
    func tag(of name: RelayName) throws(RelayFailure) -> RelayTag?

    /// Returns the bytes of a name; nil if it isn't there.
    ///
    /// - Throws: ``RelayFailure/tooLarge(_:)`` if there are more than `most`.
    func get(_ name: RelayName, most: Int) throws(RelayFailure) -> [UInt8]?

    /// Puts bytes, then the head of the device, and removes names then. Whoever sees the head finds the bytes that were
    /// put before it.
    func publish(_ publication: RelayPublication) throws(RelayFailure) -> RelayPublication.Outcome

    /// Puts bytes that belong to no head, such as a message for a device that joins.
    func put(_ name: RelayName, _ bytes: [UInt8]) throws(RelayFailure)

    /// Waits until something may have changed, on the relay or in another folder.
    ///
    /// - Returns: false if nothing has within the time. A change may be missed, so that the caller also lists from time to
    ///   time.
    func wait(_ duration: Duration, or other: FolderWatch?) throws(RelayFailure) -> Bool

    /// How long a change may stay unnoticed by ``wait(_:or:)``, until the caller lists again.
    var scanInterval: Duration { get }

    /// How long changes are gathered after a wait: a tool copies the files of a folder one after the other.
    var gathering: Duration { get }

    /// Removes names; those that aren't there are skipped.
    func remove(_ names: [RelayName]) throws(RelayFailure)
}

/// A mark of the bytes of a name that changes with them, so that they needn't be read. The text depends on the relay: a
/// revision of a cluster, or the number, size and time of a file.
package struct RelayTag: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// What a device publishes at once.
package struct RelayPublication: Sendable {
    /// Names of the device's own, with their bytes.
    package let puts: [(name: RelayName, bytes: [UInt8])]
    /// The device's new head, which names the packs among the puts and earlier ones.
    package let head: (name: RelayName, bytes: [UInt8])
    /// The tag of the head that the device published last; nil if there is none.
    package let former: RelayTag?
    /// The names to remove once the head is there.
    package let removals: [RelayName]

    package init(
        _ puts: [(name: RelayName, bytes: [UInt8])], head: (name: RelayName, bytes: [UInt8]),
        former: RelayTag?, removals: [RelayName] = []
    ) {
        (self.puts, self.head) = (puts, head)
        (self.former, self.removals) = (former, removals)
    }

    package enum Outcome: Equatable, Sendable {
        case published(RelayTag)
        /// The head on the relay isn't the former one: another device writes under this name, or what was written before
        /// arrived without an answer. Nothing was changed.
        case superseded
    }
}
