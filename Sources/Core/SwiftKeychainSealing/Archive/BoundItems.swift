// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Items that must stay on their device, sealed once more under the device key: two boxes, as in a row.
struct BoundItems {
    /// The key derived from the device key for this archive.
    private let key: KeyArena

    /// Derives the key of this archive's bound items. The passphrase isn't part of it: these items need the device key
    /// anyway.
    init(_ deviceKey: DeviceKey, _ header: ArchiveHeader) {
        key = deviceKey.key(for: .archive(header.fields))
    }

    /// The boxes of an item.
    struct Boxes {
        /// The box of the item's head.
        let head: [UInt8]
        let secret: [UInt8]?

        /// Encodes as the CBOR array ["bound", box of the head, whether a secret follows].
        func encodedHead() -> [UInt8] {
            CanonicalCBOR.array([.text("bound"), .data(head), .boolean(secret != nil)])
        }
    }

    /// Seals an item in two boxes, the head and the secret, under a key derived from the device key and this archive's
    /// header.
    func seal(_ item: ArchivedItem, _ random: RandomSource) -> Boxes {
        let nonce = random.bytes(Box.nonceBytes)
        let head = key.seal(
            item.encodedHead(), associatedData: Self.context("archive item", []), nonce: nonce)
        let secret = item.secret.map { secret in
            // The nonce of the head binds the secret to it, so that secrets can't be exchanged between items.
            let context = Self.context("archive secret", nonce)
            return key.seal(secret, associatedData: context, nonce: random.bytes(Box.nonceBytes))
        }
        return Boxes(head: head, secret: secret)
    }

    /// - Throws: `decode` when the boxes were not sealed under this device key for this archive.
    func open(_ boxes: Boxes) throws(KeychainError) -> ArchivedItem {
        let refused = KeychainError(.decode, "archive: an item bound to this device doesn't open")
        guard
            let opened = key.open(
                boxes.head, associatedData: Self.context("archive item", []))
        else { throw refused }
        let head: ArchivedItem.Head
        do {
            var decoder = CanonicalCBOR.Decoder(opened)
            let count = try decoder.array()
            guard try decoder.text() == "item" else { throw refused }
            head = try ArchivedItem.Head(&decoder, count: count)
            guard decoder.isAtEnd else { throw refused }
        } catch {
            throw refused
        }
        guard head.item.protection.isThisDeviceOnly, head.hasSecret == (boxes.secret != nil) else {
            throw refused
        }
        guard let box = boxes.secret else { return head.item }
        let context = Self.context("archive secret", Array(boxes.head.prefix(Box.nonceBytes)))
        guard let secret = key.openSecret(box, associatedData: context) else { throw refused }
        return head.item.with(secret: secret)
    }

    /// Returns the associated data of a box: its role, and for the secret the nonce of its head.
    private static func context(_ role: String, _ nonce: [UInt8]) -> [UInt8] {
        Format.context(role, [.data(nonce)])
    }
}
