// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The message of a member to a device that has joined: the circle, its members, and the secrets of its epochs.
package struct CircleWelcome: Sendable {
    package let genesis: Genesis
    /// All statements that the member knows, among them the one that names the new device. Statements that this build
    /// can't read are left out.
    package let statements: [MemberStatement]
    /// The name of the epoch under which members write.
    package let epoch: [UInt8]
    /// The secrets of all epochs that the member has: heads and packs of former epochs may still be in use.
    package let secrets: [EpochSecret]

    package init(
        _ genesis: Genesis, _ statements: [MemberStatement], epoch: [UInt8],
        _ secrets: [EpochSecret]
    ) {
        (self.genesis, self.statements) = (genesis, statements)
        (self.epoch, self.secrets) = (epoch, secrets)
    }

    /// A CBOR array `["keychain welcome", genesis, statements, epoch, number of secrets]`, and the secrets.
    var encoded: SecretBytes {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 2048)
        encoder.array(5)
        encoder.text(Self.magic)
        encoder.data(genesis.encoded)
        encoder.statements(statements)
        encoder.data(epoch)
        encoder.unsigned(UInt64(secrets.count))
        return SecretTail.join(encoder.bytes, secrets.map(\.secret))
    }

    private static let magic = "keychain welcome"
    /// More epochs than any circle has had.
    private static let mostEpochs: UInt64 = 4096

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: ``CircleFault/malformed`` for anything else, and if the secret of ``epoch`` isn't among the secrets.
    init(_ bytes: SecretBytes) throws(CircleFault) {
        guard var tail = SecretTail(bytes) else { throw .malformed }
        let count: UInt64
        (genesis, statements, epoch, count) = try CanonicalCBOR.Decoder.read(tail.head) {
            try $0.array(of: 5, Self.magic)
            return (
                try Genesis($0.data()), try $0.statements(),
                try $0.data(count: EpochSecret.nameBytes), try $0.unsigned()
            )
        }
        guard count <= Self.mostEpochs else { throw .malformed }
        var secrets: [EpochSecret] = []
        for _ in 0..<count {
            guard let secret = tail.take(UInt64(EpochSecret.bytes)) else { throw .malformed }
            secrets.append(EpochSecret(secret))
        }
        self.secrets = secrets
        guard tail.isAtEnd, secrets.contains(where: { $0.name == epoch }) else {
            throw .malformed
        }
    }
}
