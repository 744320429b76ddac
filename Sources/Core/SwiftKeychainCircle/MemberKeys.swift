// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// The public keys of a member of a circle: a device, or the recovery member.
package struct MemberPublicKeys: Hashable, Sendable {
    /// The length of a key, in bytes.
    package static let keyBytes = 32
    package static let signatureBytes = 64

    /// The Ed25519 key (RFC 8032) that verifies what the member says.
    package let signing: [UInt8]
    /// The X25519 key (RFC 7748) for what only the member may read.
    package let sealing: [UInt8]

    /// - Precondition: both keys have 32 bytes. Whether they are points of the curves isn't checked here.
    package init(signing: [UInt8], sealing: [UInt8]) {
        precondition(signing.count == Self.keyBytes && sealing.count == Self.keyBytes)
        (self.signing, self.sealing) = (signing, sealing)
    }

    /// The name of the member, a hash of its keys: no one can give a name other keys, and removed keys can't return
    /// under another name.
    package var name: DeviceID {
        guard let name = DeviceID(CircleHash.of(signing + sealing, count: DeviceID.size)) else {
            preconditionFailure("a name is a hash of 16 bytes")
        }
        return name
    }

    /// Returns whether the member signed `message`. False for a signature that doesn't have 64 bytes.
    package func verify(_ signature: some Collection<UInt8>, of message: [UInt8]) -> Bool {
        let signature = Array(signature)
        guard signature.count == Self.signatureBytes else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), signing) == 0
    }

    /// Seals a secret that only the member can open (libsodium's sealed box: X25519, XSalsa20-Poly1305, with a nonce by
    /// BLAKE2b of both public keys). Nil if the member's key is one of the few for which no secret can be agreed on.
    func seal(_ secret: SecretBytes) -> [UInt8]? {
        let count = secret.count + MemberKeys.sealedBoxOverhead
        var isSealed = false
        let box = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            isSealed = secret.withBytes { secret in
                crypto_box_seal(
                    output.baseAddress!, secret.bindMemory(to: UInt8.self).baseAddress!,
                    UInt64(secret.count), sealing) == 0
            }
            keychain_clear_vector_registers()
            filled = count
        }
        return isSealed ? box : nil
    }
}

/// The secret keys of a member of a circle.
package struct MemberKeys: Sendable {
    /// What a sealed box adds: an X25519 key and a tag.
    static let sealedBoxOverhead = 48
    /// The length of what the keys are made from.
    package static let seedBytes = 64

    package let publicKeys: MemberPublicKeys
    /// Libsodium's form of the Ed25519 key, 64 bytes, and the X25519 key, 32 bytes.
    private let secretKeys: KeyArena

    /// Makes the keys of a new device: they are made from random bytes.
    package static func generate(
        _ random: RandomSource = .system
    ) throws(KeychainError) -> MemberKeys {
        try MemberKeys(seed: SecretBytes(count: seedBytes) { random.fill($0) })
    }

    /// Derives the keys of the recovery member from its code. They follow from the code alone, so no device has to keep
    /// them.
    package init(recovery code: RecoveryCode) throws(KeychainError) {
        let seed = SecretBytes(count: Self.seedBytes) { seed in
            code.secret.withBytes { secret in
                let secret = secret.bindMemory(to: UInt8.self).baseAddress!
                KeyPurpose.recoverySigning.derive(under: secret, into: seed.baseAddress!)
                KeyPurpose.recoverySealing.derive(under: secret, into: seed.baseAddress! + 32)
            }
        }
        try self.init(seed: seed)
    }

    /// Makes the keys from an Ed25519 seed of 32 bytes and an X25519 secret key of 32 bytes.
    ///
    /// - Throws: `notAvailable` if libsodium can't be initialized.
    package init(seed: SecretBytes) throws(KeychainError) {
        precondition(seed.count == Self.seedBytes, "a seed has 64 bytes")
        try Sodium.start()
        let count = MemberPublicKeys.keyBytes
        var signing = [UInt8](repeating: 0, count: count)
        var sealing = signing
        // Libsodium's Ed25519 key is the seed with the public key after it, so the X25519 key follows at 64.
        secretKeys = KeyArena(count: 3 * count) { arena in
            seed.withBytes { seed in
                let bytes = arena.bindMemory(to: UInt8.self).baseAddress!
                let seed = seed.bindMemory(to: UInt8.self).baseAddress!
                crypto_sign_seed_keypair(&signing, bytes, seed)
                (bytes + 2 * count).update(from: seed + count, count: count)
                crypto_scalarmult_curve25519_base(&sealing, bytes + 2 * count)
                keychain_clear_vector_registers()
            }
        }
        publicKeys = MemberPublicKeys(signing: signing, sealing: sealing)
    }

    /// Signs a message; 64 bytes.
    func sign(_ message: [UInt8]) -> [UInt8] {
        let count = MemberPublicKeys.signatureBytes
        return [UInt8](unsafeUninitializedCapacity: count) { signature, filled in
            secretKeys.withKey {
                _ = crypto_sign_detached(
                    signature.baseAddress!, nil, message, UInt64(message.count), $0)
            }
            keychain_clear_vector_registers()
            filled = count
        }
    }

    /// Opens what was sealed for this member; nil if it was sealed for another one, or changed.
    func open(_ box: [UInt8]) -> SecretBytes? {
        guard box.count >= Self.sealedBoxOverhead else { return nil }
        var isOpen = false
        let secret = SecretBytes(count: box.count - Self.sealedBoxOverhead) { output in
            isOpen = secretKeys.withKey { keys in
                crypto_box_seal_open(
                    output.bindMemory(to: UInt8.self).baseAddress!, box, UInt64(box.count),
                    publicKeys.sealing, keys + 2 * MemberPublicKeys.keyBytes) == 0
            }
            keychain_clear_vector_registers()
        }
        return isOpen ? secret : nil
    }
}
