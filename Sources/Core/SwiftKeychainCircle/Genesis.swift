// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The statement that begins a circle. Its hash is the name of the circle, so that it needs no signature: whoever knows
/// the name knows the first members.
package struct Genesis: Hashable, Sendable {
    private static let magic = "keychain genesis"
    private static let version: UInt64 = 1
    private static let saltBytes = 32

    /// 32 random bytes.
    let salt: [UInt8]
    /// The device that makes the circle.
    package let device: MemberPublicKeys
    /// The first recovery member. It can sign a statement that replaces it.
    package let recovery: MemberPublicKeys

    package init(
        device: MemberPublicKeys, recovery: MemberPublicKeys, _ random: RandomSource = .system
    ) {
        self.init(salt: random.bytes(Self.saltBytes), device: device, recovery: recovery)
    }

    private init(salt: [UInt8], device: MemberPublicKeys, recovery: MemberPublicKeys) {
        (self.salt, self.device, self.recovery) = (salt, device, recovery)
    }

    /// The CBOR array `["keychain genesis", 1, salt, device, device, recovery, recovery]`: of each member the signing
    /// key, then the sealing key.
    package var encoded: [UInt8] {
        CanonicalCBOR.array([
            .text(Self.magic), .unsigned(Self.version), .data(salt),
            .data(device.signing), .data(device.sealing),
            .data(recovery.signing), .data(recovery.sealing),
        ])
    }

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: ``CircleFault/malformed`` for anything else, also for another version.
    package init(_ bytes: [UInt8]) throws(CircleFault) {
        self = try CanonicalCBOR.Decoder.read(bytes) {
            try $0.array(of: 7, Self.magic)
            guard try $0.unsigned() == Self.version else { throw CanonicalCBOR.Malformed() }
            return Genesis(
                salt: try $0.data(count: Self.saltBytes), device: try $0.publicKeys(),
                recovery: try $0.publicKeys())
        }
    }

    /// The name of the circle, 32 bytes.
    package var circle: [UInt8] { CircleHash.of(encoded) }
}
