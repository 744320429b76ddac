// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// The place of a pack: whose it is, and its number, which is never used again.
package struct PackPlace: Hashable, Sendable {
    package let circle: [UInt8]
    package let device: DeviceID
    package let number: UInt64
    package let kind: PackKind

    package init(circle: [UInt8], device: DeviceID, number: UInt64, kind: PackKind) {
        (self.circle, self.device, self.number, self.kind) = (circle, device, number, kind)
    }

    /// Binds a pack to its place: a pack that is moved to another circle, device, number or kind doesn't open.
    var associatedData: [UInt8] {
        CanonicalCBOR.array([
            .text("keychain pack"), .data(circle), .data(device.bytes), .unsigned(number),
            .text(kind.rawValue),
        ])
    }
}

/// Sealed records. What a relay sees of a pack is its length, in steps.
package enum Pack {
    /// The length of the longest file of a relay, in bytes. A longer pack is divided into several.
    package static let longestFile = 256 << 10
    /// The length of the longest pack, in bytes: that of a single record.
    package static let longest = ItemRecord.longest + Limits.allAttributesBytes
    /// The limit on the number of files of a pack.
    static let mostFiles = longest / longestFile + 1

    /// Divides a pack into files. All but the last have the greatest length.
    package static func files(of pack: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: pack.count, by: longestFile).map {
            Array(pack[$0..<min($0 + longestFile, pack.count)])
        }
    }

    /// Seals the contents of a pack.
    ///
    /// - Returns: nil if they are too long for a pack.
    /// - Precondition: the keys have one for the kind of the pack; those of a locked device may not.
    package static func seal(
        _ contents: PackContents, at place: PackPlace, under keys: EpochKeys,
        _ random: RandomSource = .system
    ) -> [UInt8]? {
        guard let key = keys.packs[place.kind] else {
            preconditionFailure("a locked device writes no pack of this kind")
        }
        let plaintext = contents.plaintext
        guard plaintext.count + Box.overhead <= longest else { return nil }
        return key.seal(
            plaintext, associatedData: place.associatedData, nonce: random.bytes(Box.nonceBytes))
    }

    /// Opens a pack.
    ///
    /// - Throws: ``CircleFault/tooLarge``; ``CircleFault/noKey`` for a kind that a locked device can't open;
    ///   ``CircleFault/notOpened`` for a pack of another place or epoch; ``CircleFault/malformed``.
    package static func open(
        _ pack: [UInt8], at place: PackPlace, under keys: EpochKeys
    ) throws(CircleFault) -> PackContents {
        guard pack.count <= longest else { throw .tooLarge }
        guard let key = keys.packs[place.kind] else { throw .noKey }
        guard let plaintext = key.openSecret(pack, associatedData: place.associatedData) else {
            throw .notOpened
        }
        return try PackContents(plaintext, kind: place.kind)
    }

    /// Returns the hash of a pack, which the head of its device has. It covers the sealed bytes, so it can be checked
    /// without any key.
    package static func hash(_ pack: [UInt8]) -> [UInt8] { CircleHash.of(pack) }

    /// Rounds a length up to 1 KiB, or 4 KiB above 16 KiB.
    static func paddedCount(_ count: Int) -> Int {
        let step = count <= 16 << 10 ? 1 << 10 : 4 << 10
        return (count + step - 1) / step * step
    }
}
