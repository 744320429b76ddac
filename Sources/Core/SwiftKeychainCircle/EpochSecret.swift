// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// The secret under which a circle writes until its members change: 32 random bytes.
package struct EpochSecret: Sendable {
    package static let bytes = 32
    package static let nameBytes = 16

    package let secret: SecretBytes
    /// The hash of the secret, which identifies the epoch.
    package let name: [UInt8]

    package static func generate(_ random: RandomSource = .system) -> EpochSecret {
        EpochSecret(SecretBytes(count: bytes) { random.fill($0) })
    }

    init(_ secret: SecretBytes) {
        self.secret = secret
        name = secret.withBytes { CircleHash.of($0, count: Self.nameBytes) }
    }

    /// Derives the keys of the epoch. The name of the circle enters each derivation.
    package func keys(circle: [UInt8]) -> EpochKeys {
        func key(_ purpose: KeyPurpose) -> KeyArena {
            secret.withBytes { purpose.key(under: $0.bindMemory(to: UInt8.self).baseAddress!) }
        }
        return EpochKeys(
            name: name, head: key(.syncHead(circle)),
            packs: Dictionary(
                uniqueKeysWithValues: PackKind.allCases.map {
                    ($0, key(.syncPack($0.rawValue, circle)))
                }))
    }

    /// Joins secrets, to keep them.
    package static func join(_ epochs: [EpochSecret]) -> SecretBytes {
        SecretTail.join(
            CanonicalCBOR.array(epochs.map { .data($0.name) }), epochs.map(\.secret))
    }

    /// Reads what ``join(_:)`` wrote; nil for anything else. Also nil if a name isn't the hash of its secret.
    package static func split(_ bytes: SecretBytes) -> [EpochSecret]? {
        guard var tail = SecretTail(bytes), let names = EpochKeys.names(tail.head) else {
            return nil
        }
        var epochs: [EpochSecret] = []
        for name in names {
            guard let secret = tail.take(UInt64(Self.bytes)) else { return nil }
            epochs.append(EpochSecret(secret))
            guard epochs.last?.name == name else { return nil }
        }
        return tail.isAtEnd ? epochs : nil
    }

    /// Seals the secret for a member; nil if that is impossible with its key. The grant isn't signed itself: the head
    /// that contains it is.
    package func grant(to member: MemberPublicKeys, circle: [UInt8]) -> EpochGrant? {
        let content = SecretTail.join(Self.grantHead(circle, name), [secret])
        return member.seal(content).map { EpochGrant(epoch: name, member: member.name, box: $0) }
    }

    /// Opens a grant; nil if it is another member's, of another circle, or doesn't contain the secret that it names.
    package init?(_ grant: EpochGrant, keys: MemberKeys, circle: [UInt8]) {
        guard let content = keys.open(grant.box), var tail = SecretTail(content),
            tail.head == Self.grantHead(circle, grant.epoch),
            let secret = tail.take(UInt64(Self.bytes)), tail.isAtEnd
        else { return nil }
        self.init(secret)
        guard name == grant.epoch else { return nil }
    }

    /// Returns what comes before the secret in a grant: the circle and the name of the epoch.
    static func grantHead(_ circle: [UInt8], _ name: [UInt8]) -> [UInt8] {
        CanonicalCBOR.array([.text("keychain epoch"), .data(circle), .data(name)])
    }
}

extension EpochGrant {
    /// The placeholder epoch name in the notice that a recovery member was replaced.
    private static let noEpoch = [UInt8](repeating: 0, count: EpochSecret.nameBytes)

    /// Makes the notice to a former recovery member that its code was used: it can't open the heads that say so, because it
    /// doesn't get their epoch. A sealed box of CBOR `["keychain replaced", circle]`; nil if it can't be sealed for this key.
    package init?(replaced member: MemberPublicKeys, circle: [UInt8]) {
        guard let box = member.seal(SecretBytes(copying: Self.replacement(circle))) else {
            return nil
        }
        self.init(epoch: Self.noEpoch, member: member.name, box: box)
    }

    /// Returns whether this grant is such a notice for the given member.
    package func tellsReplacement(of keys: MemberKeys, circle: [UInt8]) -> Bool {
        epoch == Self.noEpoch && member == keys.publicKeys.name
            && keys.open(box) == SecretBytes(copying: Self.replacement(circle))
    }

    /// Returns whether this grant looks like such a notice for one of the members. Only the recipient can open it.
    package func tellsReplacement(of members: [DeviceID]) -> Bool {
        epoch == Self.noEpoch && members.contains(member)
    }

    private static func replacement(_ circle: [UInt8]) -> [UInt8] {
        CanonicalCBOR.array([.text("keychain replaced"), .data(circle)])
    }
}

/// The secret of an epoch, sealed for one member.
package struct EpochGrant: Hashable, Sendable {
    /// The name of the epoch, 16 bytes. Heads have it and ``member`` in the clear, so the relay sees who gets which
    /// epoch.
    package let epoch: [UInt8]
    package let member: DeviceID
    /// A sealed box of libsodium for the member's X25519 key: the circle, the name of the epoch, and the secret.
    let box: [UInt8]

    /// The bytes that it takes in a head, or a few more.
    package var bytes: Int { epoch.count + box.count + 32 }
}
