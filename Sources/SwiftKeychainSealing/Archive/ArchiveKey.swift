import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Holds the key of one archive, which its passphrase gave.
public final class ArchiveKey: Sendable {
    /// Bytes of the longest passphrase, 1 MiB.
    public static let longestPassphrase = 1 << 20

    public let header: ArchiveHeader
    private let stream: KeyArena

    /// Makes the key of a new archive.
    ///
    /// - Throws: `parameter` for a passphrase that is empty or longer than 1 MiB; `allocation` when
    ///   the memory for the derivation is not there.
    public convenience init(
        passphrase: SecretBytes, cost: ArchiveCost = .standard
    ) throws(KeychainError) {
        try self.init(passphrase: passphrase, cost: cost, random: .system)
    }

    package init(
        passphrase: SecretBytes, cost: ArchiveCost, random: RandomSource
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
    public init(header: ArchiveHeader, passphrase: SecretBytes) throws(KeychainError) {
        // No archive was ever made with such a one: that needs no derivation.
        if passphrase.count == 0 || passphrase.count > Self.longestPassphrase {
            throw Self.wrongPassphrase()
        }
        try Sodium.start()
        let keys = try Keys(
            passphrase, header.cost, salt: header.salt, fields: header.fields)
        guard sodium_memcmp(keys.verifier, header.verifier, header.verifier.count) == 0 else {
            throw Self.wrongPassphrase()
        }
        self.header = header
        stream = keys.stream
    }

    private static func wrongPassphrase() -> KeychainError {
        KeychainError(.authenticationFailed, "archive: the passphrase is wrong")
    }

    /// Lends the 32 bytes that seal the stream.
    func withKey<Result>(_ body: (KeyPointer) -> Result) -> Result {
        stream.withBytes { body($0.bindMemory(to: UInt8.self).baseAddress!) }
    }

    /// Holds what a passphrase gives for a header.
    private struct Keys {
        let verifier: [UInt8]
        let stream: KeyArena

        init(
            _ passphrase: SecretBytes, _ cost: ArchiveCost, salt: [UInt8], fields: [UInt8]
        ) throws(KeychainError) {
            let root = try KeyArena(count: KeyedHash.keyBytes) {
                (output: UnsafeMutableRawBufferPointer) throws(KeychainError) in
                let result = passphrase.withBytes { passphrase in
                    crypto_pwhash(
                        output.bindMemory(to: UInt8.self).baseAddress!, UInt64(output.count),
                        passphrase.bindMemory(to: CChar.self).baseAddress!,
                        UInt64(passphrase.count), salt, UInt64(cost.operations),
                        Int(cost.memory) << 10, crypto_pwhash_ALG_ARGON2ID13)
                }
                if result != 0 {
                    throw KeychainError(
                        .allocation, "archive: no \(cost.memory >> 10) MiB for its passphrase")
                }
            }
            func derive(_ purpose: KeyPurpose, into output: UnsafeMutableRawPointer) {
                root.withBytes {
                    purpose.derive(
                        under: $0.bindMemory(to: UInt8.self).baseAddress!, into: output)
                }
            }
            var verifier = [UInt8](repeating: 0, count: ArchiveHeader.verifierBytes)
            verifier.withUnsafeMutableBytes {
                derive(.archiveVerifier(fields), into: $0.baseAddress!)
            }
            self.verifier = verifier
            stream = KeyArena(count: KeyedHash.keyBytes) {
                derive(.archiveStream(fields), into: $0.baseAddress!)
            }
        }
    }
}
