// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

/// A wallet of KWallet, `~/.local/share/kwalletd/*.kwl`.
///
///     magic, version (2 bytes), cipher, hash
///     digests of the names of folders and entries
///     encrypted: 8 bytes at random, the size of the folders, the folders, padding, their SHA-1
///
/// Numbers have the highest byte first. The salt is in a separate file, `*.salt`.
struct KWalletFile {
    private static let magic = Array("KWALLET\n\r\0\r\n".utf8)
    private static let rounds = (sha1: 2000, pbkdf2: 50_000)
    private static let keyBytes = 56
    /// The sizes of what is encrypted before and behind the folders: 8 random bytes and the size of the folders; a
    /// SHA-1.
    private static let (headBytes, digestBytes) = (12, 20)

    /// How the key is derived: with SHA-1 in older wallets, with PBKDF2 and a salt in newer ones.
    private enum Hash: UInt8 {
        case sha1 = 0
        case pbkdf2 = 2
    }

    private let hash: Hash
    /// Whether the cipher is Blowfish in CBC mode (3 in the header), not block by block (0).
    private let isChained: Bool
    private let encrypted: UnsafeRawBufferPointer

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

    /// Reads the clear header. The digests of names are skipped.
    init(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) {
        guard Self.recognise(bytes) else { throw ExchangeFault("no wallet of KWallet") }
        var reader = BigEndianReader(bytes, at: Self.magic.count)
        let kind = Array(try reader.slice(4))
        guard kind[0] == 0, kind[1] <= 1 else {
            throw ExchangeFault("a wallet of an unknown version")
        }
        switch kind[2] {
        case 0: isChained = false
        case 3: isChained = true
        case 2: throw ExchangeFault("a wallet that GnuPG encrypts isn't supported")
        default: throw ExchangeFault("a wallet with an unknown cipher")
        }
        guard let hash = Hash(rawValue: kind[3]) else {
            throw ExchangeFault("a wallet with an unknown hash")
        }
        self.hash = hash
        // For each folder the MD5 of its name, and those of the names of its entries.
        for _ in 0..<(try reader.number()) {
            _ = try reader.slice(16)
            _ = try reader.slice(16 * Int(try reader.number()))
        }
        encrypted = UnsafeRawBufferPointer(rebasing: try reader.slice(reader.rest))
        guard encrypted.count % 8 == 0, encrypted.count >= Self.headBytes + Self.digestBytes else {
            throw ExchangeFault("the file is cut short")
        }
    }

    /// Decrypts the entries.
    ///
    /// - Parameter salt: the contents of the file with the salt; nil if there is none.
    /// - Throws: `wrongPassword`; a fault for a missing salt, and for a file whose digest is wrong.
    func read(_ password: SecretBytes, salt: SecretBytes?) throws(ExchangeFault) -> ExchangeReading
    {
        let key = try key(password, salt)
        // With the wrong order, as with a wrong password, the size is random, and nearly always larger than the file.
        if let folders = try decrypt(encrypted, key).withBytes(Self.folders) {
            return folders.withBytes(KWalletEntries.read)
        }
        // Older versions encrypt words with the lowest byte first; the file doesn't say which.
        let swapped = try Self.swapped(encrypted).withBytes { (bytes) throws(ExchangeFault) in
            try decrypt(bytes, key).withBytes(Self.swapped)
        }
        guard let folders = try swapped.withBytes(Self.folders) else { throw .wrongPassword }
        return folders.withBytes(KWalletEntries.read)
    }

    /// Decrypts with Blowfish, in CBC mode or block by block as the header says. The vector is zero: the file begins
    /// with a random block instead.
    private func decrypt(
        _ bytes: UnsafeRawBufferPointer, _ key: SecretBytes
    ) throws(ExchangeFault) -> SecretBytes {
        let vector = [UInt8](repeating: 0, count: 8)
        do throws(PKIError) {
            return try BlockCipher.blowfish(isChained: isChained)
                .decrypt([UInt8](bytes), key: key, vector: vector, isPadded: false)
        } catch {
            throw ExchangeFault("libcrypto doesn't decrypt Blowfish")
        }
    }

    /// Returns the folders in what was decrypted; nil if it has a size at random, as with a wrong key.
    private static func folders(
        _ plain: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> SecretBytes? {
        var reader = BigEndianReader(plain, at: 8)
        let count = Int(try reader.number())
        guard count <= plain.count - headBytes - digestBytes else { return nil }
        let folders = SecretBytes(copying: try reader.slice(count))
        let digest = try? KeyDerivation.pbkdf1(
            folders, salt: [], iterations: 1, digest: "SHA1", count: digestBytes)
        let expected = SecretBytes(copying: plain.suffix(digestBytes))
        let swapped = SecretBytes(copying: folders.withBytes { SwappedSHA1.digest($0) })
        guard digest == expected || swapped == expected else {
            throw ExchangeFault("damaged: its digest is wrong")
        }
        return folders
    }

    /// Derives the key from the password: with PBKDF2 (SHA-512, 50 000 rounds) and the salt, or in the older way with
    /// SHA-1 alone.
    private func key(
        _ password: SecretBytes, _ salt: SecretBytes?
    ) throws(ExchangeFault) -> SecretBytes {
        do throws(PKIError) {
            switch hash {
            case .sha1: return try Self.sha1Key(password)
            case .pbkdf2:
                guard let salt else { break }
                return try KeyDerivation.pbkdf2(
                    password, salt: salt.withBytes { [UInt8]($0) }, iterations: Self.rounds.pbkdf2,
                    .sha512, count: Self.keyBytes)
            }
        } catch {
            throw ExchangeFault("libcrypto can't derive its key")
        }
        throw ExchangeFault("the file with its salt is missing: *.salt in the same folder")
    }

    /// Derives the key of an older wallet: up to four pieces of the password are hashed 2000 times, and
    /// parts of the hashes joined.
    ///
    ///     bytes of the password   pieces   bytes of each hash in the key
    ///     up to 16                1        20
    ///     up to 32                2        20 20
    ///     up to 48                3        20 20 16
    ///     more                    4        14 14 14 14, the last piece with all the rest
    private static func sha1Key(_ password: SecretBytes) throws(PKIError) -> SecretBytes {
        let count = password.count
        var pieces = [0..<min(count, 16)]
        if count > 16 { pieces.append(16..<min(count, 32)) }
        if count > 32 { pieces.append(32..<min(count, 48)) }
        if count > 48 { pieces.append(48..<count) }
        let parts = [[20], [20, 20], [20, 20, 16], [14, 14, 14, 14]][pieces.count - 1]
        var key: [SecretBytes] = []
        for (piece, part) in zip(pieces, parts) {
            let bytes = password.withBytes { SecretBytes(copying: $0[piece]) }
            key.append(
                try KeyDerivation.pbkdf1(
                    bytes, salt: [], iterations: rounds.sha1, digest: "SHA1", count: part))
        }
        return SecretBytes(joining: key)
    }

    /// Returns the bytes with those of each word in reverse order.
    ///
    /// - Parameter bytes: whole words of four bytes; the ciphertext is blocks of eight.
    static func swapped(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
        SecretBytes(count: bytes.count) { room in
            for index in bytes.indices { room[index] = bytes[index ^ 3] }
        }
    }
}
