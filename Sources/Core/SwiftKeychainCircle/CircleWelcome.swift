// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// What a member tells a device that has joined: the circle, its members, and the secrets of its epochs.
package struct CircleWelcome: Sendable {
    package let genesis: Genesis
    package let statements: [MemberStatement]
    /// The name of the epoch under which members write.
    package let epoch: [UInt8]
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
        encoder.array(statements.count)
        for statement in statements { encoder.data(statement.bytes) }
        encoder.data(epoch)
        encoder.unsigned(UInt64(secrets.count))
        return SecretTail.join(encoder.bytes, secrets.map(\.secret))
    }

    private static let magic = "keychain welcome"
    /// More epochs than any circle has had.
    private static let mostEpochs: UInt64 = 4096

    init(_ bytes: SecretBytes) throws(CircleFault) {
        guard var tail = SecretTail(bytes) else { throw .malformed }
        let genesis: [UInt8]
        let statements: [[UInt8]]
        let count: UInt64
        (genesis, statements, epoch, count) = try CanonicalCBOR.Decoder.read(tail.head) {
            decoder throws(CanonicalCBOR.Malformed) in
            guard try decoder.array() == 5, try decoder.text() == Self.magic else {
                throw CanonicalCBOR.Malformed()
            }
            let genesis = try decoder.data()
            var statements: [[UInt8]] = []
            for _ in 0..<(try decoder.array()) { statements.append(try decoder.data()) }
            let epoch = try decoder.data(count: EpochSecret.nameBytes)
            let count = try decoder.unsigned()
            guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
            return (genesis, statements, epoch, count)
        }
        self.genesis = try Genesis(genesis)
        self.statements = statements.compactMap { try? MemberStatement($0) }
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
