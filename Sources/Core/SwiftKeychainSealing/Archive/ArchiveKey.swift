// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The key of one archive, derived from its passphrase.
package final class ArchiveKey: Sendable {
    /// Bytes of the longest passphrase, 1 MiB.
    package static let longestPassphrase = 1 << 20

    package let header: ArchiveHeader
    private let stream: KeyArena

    /// Makes the key of a new archive.
    ///
    /// - Throws: `parameter` for a passphrase that is empty or longer than 1 MiB; `allocation` when
    ///   there is not enough memory for the derivation.
    package init(
        passphrase: SecretBytes, cost: Argon2Cost = .archive, random: RandomSource = .system
    ) throws(KeychainError) {
        if passphrase.count == 0 || passphrase.count > Self.longestPassphrase {
            throw KeychainError(
                .parameter,
                "passphrase: empty, or longer than \(Self.longestPassphrase) bytes")
        }
        try Sodium.start()
        let salt = random.bytes(ArchiveHeader.saltBytes)
        let streamHeader = random.bytes(ArchiveHeader.streamHeaderBytes)
        let fields = ArchiveHeader.fields(cost, salt, streamHeader)
        let keys = try Keys(passphrase, cost, salt: salt, fields: fields)
        header = ArchiveHeader(
            cost: cost, salt: salt, streamHeader: streamHeader, verifier: keys.verifier)
        stream = keys.stream
    }

    /// Opens an archive.
    ///
    /// - Throws: `authenticationFailed` for a wrong passphrase; `allocation` as above.
    package init(header: ArchiveHeader, passphrase: SecretBytes) throws(KeychainError) {
        // No archive has such a passphrase, so don't derive a key.
        if passphrase.count == 0 || passphrase.count > Self.longestPassphrase {
            throw Self.wrongPassphrase()
        }
        try Sodium.start()
        let keys = try Keys(
            passphrase, header.cost, salt: header.salt, fields: header.fields)
        // In constant time. Without the verifier, a wrong passphrase would look like a damaged stream.
        guard sodium_memcmp(keys.verifier, header.verifier, header.verifier.count) == 0 else {
            throw Self.wrongPassphrase()
        }
        self.header = header
        stream = keys.stream
    }

    private static func wrongPassphrase() -> KeychainError {
        KeychainError(.authenticationFailed, "archive: the passphrase is wrong")
    }

    /// Runs `body` with the 32 bytes that seal the stream.
    func withKey<Result>(_ body: (KeyPointer) -> Result) -> Result {
        stream.withKey(body)
    }

    /// The keys that a passphrase yields for a header.
    private struct Keys {
        let verifier: [UInt8]
        let stream: KeyArena

        init(
            _ passphrase: SecretBytes, _ cost: Argon2Cost, salt: [UInt8], fields: [UInt8]
        ) throws(KeychainError) {
            guard let root = cost.key(passphrase, salt: salt) else {
                throw KeychainError(
                    .allocation, "archive: no \(cost.memory >> 20) MiB for its passphrase")
            }
            var verifier = [UInt8](repeating: 0, count: ArchiveHeader.verifierBytes)
            root.withKey { KeyPurpose.archiveVerifier(fields).derive(under: $0, into: &verifier) }
            self.verifier = verifier
            stream = root.withKey { KeyPurpose.archiveStream(fields).key(under: $0) }
        }
    }
}
