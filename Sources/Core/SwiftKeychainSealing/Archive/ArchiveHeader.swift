// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainModel

/// The 108 bytes an archive begins with (Docs/reference/backup.md §2).
///
/// The keys depend on the fields: with other fields the passphrase yields other keys, and nothing opens.
/// The checksum detects accidents, so that a damaged header isn't reported as a wrong passphrase.
package struct ArchiveHeader: Sendable, Equatable {
    package static let byteCount = fieldBytes + verifierBytes + checksumBytes
    static let saltBytes = 16
    static let streamHeaderBytes = 24
    static let verifierBytes = 32
    private static let checksumBytes = 16
    private static let fieldBytes = 8 + 4 + 4 + 4 + saltBytes + streamHeaderBytes
    /// As in PNG, a transfer in text mode changes these bytes.
    package static let magic: [UInt8] = [0x89] + Array("KCBK".utf8) + [0x0d, 0x0a, 0x1a]

    package let cost: Argon2Cost
    let salt: [UInt8]
    let streamHeader: [UInt8]
    /// The 32 bytes that identify the right passphrase.
    let verifier: [UInt8]

    /// The 60 bytes that bind the keys to this header.
    var fields: [UInt8] { Self.fields(cost, salt, streamHeader) }

    /// Returns the fields in their order: magic, version, passes, KiB of memory, salt, and the header of the stream;
    /// numbers lowest byte first.
    static func fields(_ cost: Argon2Cost, _ salt: [UInt8], _ streamHeader: [UInt8]) -> [UInt8] {
        let numbers = [
            Format.archiveVersion, UInt32(cost.operations), UInt32(cost.memory >> 10),
        ]
        return magic + numbers.flatMap(\.littleEndianBytes) + salt + streamHeader
    }

    package func encoded() -> [UInt8] {
        let bytes = fields + verifier
        return bytes + Self.checksum(bytes)
    }
}

extension ArchiveHeader {
    /// Reads the beginning of an archive. Only the right passphrase authenticates it.
    ///
    /// | bytes | field |
    /// |---|---|
    /// | 0–7 | magic |
    /// | 8–11 | version |
    /// | 12–15 | passes of Argon2id |
    /// | 16–19 | KiB of its memory |
    /// | 20–35 | salt |
    /// | 36–59 | header of the stream |
    /// | 60–91 | verifier |
    /// | 92–107 | checksum of all before it |
    ///
    /// - Throws: `decode` for anything but a header: another kind of file, one that was cut or
    ///   altered, one of a newer version, and a cost out of bounds.
    package init(_ bytes: [UInt8]) throws(KeychainError) {
        guard bytes.starts(with: Self.magic) else {
            throw KeychainError(.decode, "archive: not a keychain archive")
        }
        guard bytes.count == Self.byteCount else {
            throw KeychainError(.decode, "archive: cut off in its header")
        }
        let version = UInt32(littleEndianBytes: bytes[8..<12])
        guard version == Format.archiveVersion else {
            throw KeychainError(
                .decode,
                "archive: of version \(version) or altered, this version reads \(Format.archiveVersion)"
            )
        }
        let checked = bytes.count - Self.checksumBytes
        guard Self.checksum(Array(bytes[..<checked])) == Array(bytes[checked...]) else {
            throw KeychainError(.decode, "archive: its header was altered")
        }
        cost = Argon2Cost(
            operations: UInt64(UInt32(littleEndianBytes: bytes[12..<16])),
            memory: UInt64(UInt32(littleEndianBytes: bytes[16..<20])) << 10)
        guard Argon2Cost.archiveLimits.contain(cost) else {
            throw KeychainError(
                .decode,
                "archive: its passphrase costs \(cost.operations) passes over \(cost.memory >> 10) KiB,"
                    + " which is out of bounds")
        }
        salt = Array(bytes[20..<36])
        streamHeader = Array(bytes[36..<60])
        verifier = Array(bytes[60..<92])
    }

    /// Returns a checksum without a key. It distinguishes a damaged header from a wrong passphrase, and protects
    /// against nothing else.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: checksumBytes) { buffer, filled in
            let result = crypto_generichash_blake2b(
                buffer.baseAddress!, checksumBytes, bytes, UInt64(bytes.count), nil, 0)
            precondition(result == 0, "BLAKE2b refuses only lengths that no format has")
            filled = checksumBytes
        }
    }
}
