// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// The head of a device as it is on a relay: signed, and with a sealed body.
package struct Head: Sendable {
    private static let magic = "keychain head"
    private static let version: UInt64 = 1
    /// The length of the longest head that is read, in bytes.
    package static let longest = 256 << 10
    /// The step in which the length of a body grows, in bytes. Zeros fill it, to hide how much a head says.
    private static let bodyStep = 512

    package let circle: [UInt8]
    package let device: DeviceID
    /// 1 for the first head of the device, and one more for each further one.
    package let sequence: UInt64
    /// The name of the epoch under which the body and the packs are sealed.
    package let epoch: [UInt8]
    /// The secrets of epochs, for the members that may not have them yet.
    package let grants: [EpochGrant]
    private let body: [UInt8]
    /// The whole head.
    package let bytes: [UInt8]

    /// Seals and signs a head.
    package init(
        _ body: HeadBody, circle: [UInt8], sequence: UInt64, grants: [EpochGrant],
        keys: MemberKeys, under epoch: EpochKeys, _ random: RandomSource = .system
    ) {
        (self.circle, device, self.sequence) = (circle, keys.publicKeys.name, sequence)
        (self.epoch, self.grants) = (epoch.name, grants)
        var plaintext = body.encoded
        let padding = Self.bodyStep - 1 - (plaintext.count - 1) % Self.bodyStep
        plaintext.append(contentsOf: repeatElement(0, count: padding))
        let associatedData = Self.associatedData(circle, device, sequence, epoch.name)
        self.body = epoch.head.seal(
            plaintext, associatedData: associatedData, nonce: random.bytes(Box.nonceBytes))
        bytes = Signed.sign(
            [
                .text(Self.magic), .unsigned(Self.version), .data(circle), .data(device.bytes),
                .unsigned(sequence), .data(epoch.name), .grants(grants), .data(self.body),
            ], by: keys)
    }

    /// Reads a head, whose signature is not yet verified.
    ///
    /// - Throws: ``CircleFault/tooLarge`` for more than ``longest`` bytes; ``CircleFault/newer(_:)`` for another
    ///   version; ``CircleFault/malformed`` for anything else that isn't a head.
    package init(_ bytes: [UInt8]) throws(CircleFault) {
        guard bytes.count <= Self.longest else { throw .tooLarge }
        self.bytes = bytes
        let version: UInt64
        (version, circle, device, sequence, epoch, grants, body) =
            try CanonicalCBOR.Decoder.readStart(of: bytes) { decoder in
                let count = try decoder.array()
                guard try decoder.text() == Self.magic else { throw CanonicalCBOR.Malformed() }
                let version = try decoder.unsigned()
                // Of another version nothing more is read. The placeholders aren't used: the error follows.
                guard version == Self.version else { return (version, [], .zero, 0, [], [], []) }
                guard count == 9 else { throw CanonicalCBOR.Malformed() }
                let circle = try decoder.data(count: CircleHash.bytes)
                let device = try decoder.device()
                let sequence = try decoder.number()
                let epoch = try decoder.data(count: EpochSecret.nameBytes)
                let grants = try decoder.grants()
                let body = try decoder.data()
                _ = try decoder.data(count: MemberPublicKeys.signatureBytes)
                guard decoder.isAtEnd, sequence > 0 else { throw CanonicalCBOR.Malformed() }
                return (version, circle, device, sequence, epoch, grants, body)
            }
        if version != Self.version { throw .newer(version) }
    }

    /// Verifies the signature, and opens the body.
    ///
    /// - Throws: ``CircleFault/misplaced`` for a head of another circle or device; ``CircleFault/notAuthentic``; and as
    ///   ``peek(under:)``.
    package func open(
        from author: MemberPublicKeys, circle: [UInt8], under keys: EpochKeys
    ) throws(CircleFault) -> HeadBody {
        guard circle == self.circle, author.name == device else { throw .misplaced }
        guard isSigned(by: author) else { throw .notAuthentic }
        return try peek(under: keys)
    }

    /// Returns whether a member signed the head.
    package func isSigned(by author: MemberPublicKeys) -> Bool {
        author.name == device && Signed.verify(bytes, by: author)
    }

    /// Opens the body without verifying who signed the head: for what in it is signed itself. Such parts are the
    /// genesis, whose hash is the name of the circle, and statements.
    ///
    /// - Throws: ``CircleFault/noKey`` if the keys are of another epoch; ``CircleFault/notOpened`` for a body that was
    ///   changed or moved; ``CircleFault/malformed``.
    package func peek(under keys: EpochKeys) throws(CircleFault) -> HeadBody {
        guard keys.name == epoch else { throw .noKey }
        let associatedData = Self.associatedData(circle, device, sequence, epoch)
        guard let plaintext = keys.head.open(body, associatedData: associatedData) else {
            throw .notOpened
        }
        return try HeadBody(plaintext)
    }

    /// The hash by which other heads name this one.
    package var hash: [UInt8] { CircleHash.of(bytes) }

    /// Binds the body to its head: a body that is moved to another circle, device, sequence or epoch doesn't open.
    private static func associatedData(
        _ circle: [UInt8], _ device: DeviceID, _ sequence: UInt64, _ epoch: [UInt8]
    ) -> [UInt8] {
        CanonicalCBOR.array([
            .text(magic), .data(circle), .data(device.bytes), .unsigned(sequence), .data(epoch),
        ])
    }
}
