// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

// The keys and passwords of a keychain file of macOS.
extension MacKeychainFile {
    /// Returns the 20 bytes by which passwords name a key, which are its label and its name; nil for a
    /// key that is no password's.
    ///
    /// "ssgp", then 16 random bytes. Attribute 6 is the label and 1 the name; the same bytes begin the data of each
    /// password.
    static func label(_ record: Record) throws(ExchangeFault) -> [UInt8]? {
        for index in [6, 1] {
            if let bytes = try record.bytes(index), bytes.count == 20,
                bytes.starts(with: Array("ssgp".utf8))
            {
                return bytes
            }
        }
        return nil
    }

    /// An encrypted key.
    ///
    ///     magic 0xfade0711, version              4 bytes each
    ///     start and end of the ciphertext        4 bytes each, from the beginning of the blob
    ///     …                                      what depends on the kind of key
    ///     the ciphertext
    struct KeyBlob {
        let encrypted: Slice<UnsafeRawBufferPointer>

        /// - Parameter rule: the fault where there is none.
        init(
            _ data: UnsafeRawBufferPointer, orFault rule: String = "no encrypted key"
        ) throws(ExchangeFault) {
            var reader = BigEndianReader(data)
            guard try reader.number() == MacKeychainFile.blobMagic else {
                throw ExchangeFault(rule)
            }
            _ = try reader.number()
            let (start, end) = (Int(try reader.number()), Int(try reader.number()))
            guard start <= end else { throw ExchangeFault(rule) }
            var body = BigEndianReader(data, at: start)
            encrypted = try body.slice(end - start)
        }
    }

    /// Decrypts the key of the database.
    ///
    /// Behind the four numbers of a blob are a signature of 16 bytes, 12 bytes of parameters, the salt (20) and the
    /// vector (8). The plaintext begins with the key of 24 bytes; a key that signs the file follows, which isn't used
    /// here.
    ///
    /// - Throws: `wrongPassword`, and a fault for a file without the key. The format has no other check than the
    ///   padding of the ciphertext. One wrong password in about 256 passes it, and then no key of a password can be
    ///   unwrapped.
    func databaseKey(_ password: SecretBytes) throws(ExchangeFault) -> SecretBytes {
        let missing = "it has no key of the database"
        guard let place = records[Table.database]?.first else { throw ExchangeFault(missing) }
        let data = try record(place, attributes: 0).data
        let encrypted = try KeyBlob(data, orFault: missing).encrypted
        // Behind four numbers, a signature and parameters.
        var reader = BigEndianReader(data, at: 16)
        _ = try reader.slice(16 + 12)
        let salt = Array(try reader.slice(20))
        let vector = Array(try reader.slice(8))
        do {
            let master = try KeyDerivation.pbkdf2(
                password, salt: salt, iterations: 1000, .sha1, count: 24)
            let plain = try Self.decrypt(encrypted, master, vector)
            if plain.count >= 24 { return plain.withBytes { SecretBytes(copying: $0.prefix(24)) } }
        } catch {
            // The padding shows that the password is wrong.
        }
        throw .wrongPassword
    }

    /// Decrypts with triple DES in CBC mode, the cipher of this format.
    private static func decrypt(
        _ encrypted: Slice<UnsafeRawBufferPointer>, _ key: SecretBytes, _ vector: [UInt8]
    ) throws(PKIError) -> SecretBytes {
        try BlockCipher.tripleDES.decrypt([UInt8](encrypted), key: key, vector: vector)
    }

    /// The fixed vector of the outer encryption (RFC 3217, section 3).
    private static let wrappingVector: [UInt8] = [0x4a, 0xdd, 0xa2, 0x2c, 0x79, 0xe8, 0x21, 0x05]

    /// Decrypts a key: twice, reversed in between, and without the description before it. The vector of the
    /// inner encryption is in front of its ciphertext (as in RFC 3217, section 3).
    func unwrap(
        _ blob: KeyBlob, _ databaseKey: SecretBytes
    ) throws(ExchangeFault) -> SecretBytes {
        let plain: SecretBytes
        do {
            let outer = try Self.decrypt(blob.encrypted, databaseKey, Self.wrappingVector)
            let reversed = outer.withBytes { SecretBytes(copying: $0.reversed()) }
            plain = try reversed.withBytes { bytes in
                guard bytes.count > 8 else { throw PKIError.malformed("key", "cut short") }
                return try Self.decrypt(bytes[8...], databaseKey, Array(bytes[..<8]))
            }
        } catch {
            throw ExchangeFault("the key can't be decrypted")
        }
        return try plain.withBytes(Self.withoutDescription)
    }

    /// Returns the key behind its description, whose length comes first.
    private static func withoutDescription(
        _ plain: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> SecretBytes {
        var reader = BigEndianReader(plain)
        _ = try reader.slice(Int(try reader.number()))
        return SecretBytes(copying: try reader.slice(reader.rest))
    }

    /// Decrypts a password.
    ///
    ///     label of its key (20 bytes), vector (8 bytes), ciphertext
    ///
    /// - Returns: nil for an item without a password.
    func secret(
        _ data: UnsafeRawBufferPointer, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> SecretBytes? {
        if data.isEmpty { return nil }
        var reader = BigEndianReader(data)
        let label = Array(try reader.slice(20))
        let vector = Array(try reader.slice(8))
        guard let key = keys[label] else {
            throw ExchangeFault("the key of its password is missing")
        }
        let encrypted = try reader.slice(reader.rest)
        do {
            return try Self.decrypt(encrypted, key, vector)
        } catch {
            throw ExchangeFault("its password can't be decrypted")
        }
    }
}
