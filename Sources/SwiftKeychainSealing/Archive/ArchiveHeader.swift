import CKeychainSodium
import SwiftKeychainModel

/// Holds the 108 bytes an archive begins with (Docs/backup.md §2).
///
/// The fields decide the keys: under other fields the passphrase gives other keys, and nothing
/// opens. The checksum is for accidents; it lets a damaged header be told from a wrong passphrase.
public struct ArchiveHeader: Sendable, Equatable {
    public static let byteCount = fieldBytes + verifierBytes + checksumBytes
    static let saltBytes = 16
    static let streamHeaderBytes = 24
    static let verifierBytes = 32
    private static let checksumBytes = 16
    private static let fieldBytes = 8 + 4 + 4 + 4 + saltBytes + streamHeaderBytes
    /// As in PNG, what treats the file as text breaks its beginning.
    private static let magic: [UInt8] = [0x89] + Array("KCBK".utf8) + [0x0d, 0x0a, 0x1a]

    public let cost: ArchiveCost
    let salt: [UInt8]
    let streamHeader: [UInt8]
    /// Tells whether a passphrase is the right one, 32 bytes.
    let verifier: [UInt8]

    init(cost: ArchiveCost, salt: [UInt8], streamHeader: [UInt8], verifier: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.streamHeader = streamHeader
        self.verifier = verifier
    }

    /// The 60 bytes that bind the keys to this header.
    var fields: [UInt8] { Self.fields(cost, salt, streamHeader) }

    static func fields(_ cost: ArchiveCost, _ salt: [UInt8], _ streamHeader: [UInt8]) -> [UInt8] {
        var bytes = magic
        bytes.appendLittleEndian(Format.archiveVersion)
        bytes.appendLittleEndian(cost.operations)
        bytes.appendLittleEndian(cost.memory)
        return bytes + salt + streamHeader
    }

    public func encoded() -> [UInt8] {
        let bytes = fields + verifier
        return bytes + Self.checksum(bytes)
    }

    /// Reads the beginning of an archive. Nothing vouches for it before a passphrase does.
    ///
    /// - Throws: `decode` for anything but a header: another kind of file, one that was cut or
    ///   altered, one of a newer version, and a cost that no reader spends.
    public init(_ bytes: [UInt8]) throws(KeychainError) {
        guard bytes.starts(with: Self.magic) else {
            throw KeychainError(.decode, "archive: not a keychain archive")
        }
        guard bytes.count == Self.byteCount else {
            throw KeychainError(.decode, "archive: cut off in its header")
        }
        let version = bytes.littleEndian(at: 8)
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
        cost = ArchiveCost(
            operations: bytes.littleEndian(at: 12), memory: bytes.littleEndian(at: 16))
        guard cost.isAcceptable else {
            throw KeychainError(
                .decode,
                "archive: its passphrase costs \(cost.operations) passes over \(cost.memory) KiB,"
                    + " which is out of bounds")
        }
        salt = Array(bytes[20..<36])
        streamHeader = Array(bytes[36..<60])
        verifier = Array(bytes[60..<92])
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: checksumBytes) { buffer, filled in
            let result = crypto_generichash_blake2b(
                buffer.baseAddress!, checksumBytes, bytes, UInt64(bytes.count), nil, 0)
            precondition(result == 0, "BLAKE2b refuses only lengths that no format has")
            filled = checksumBytes
        }
    }
}

extension [UInt8] {
    mutating func appendLittleEndian(_ word: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }

    /// Reads 32 bits; there are four bytes at `offset`.
    func littleEndian(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
