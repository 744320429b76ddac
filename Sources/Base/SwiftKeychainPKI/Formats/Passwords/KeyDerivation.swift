// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// The functions that derive keys from passphrases.
package enum KeyDerivation {
    /// The purpose of a derivation of PKCS#12 (RFC 7292, B.3).
    enum Purpose: UInt8 {
        case key = 1
        case vector = 2
        case integrity = 3
    }

    /// Derives with PBKDF2 (RFC 8018, 5.2).
    package static func pbkdf2(
        _ passphrase: SecretBytes, salt: [UInt8], iterations: Int, _ hash: HashFunction,
        count: Int
    ) throws(PKIError) -> SecretBytes {
        try derive("PBKDF2", passphrase, salt, count) { list in
            list.append("iter", number: iterations)
            list.append("digest", text: hash.name)
            // Turns off the minimum sizes of SP 800-132, which old files don't meet.
            list.append("pkcs5", number: 1)
        }
    }

    /// Derives as PKCS#12 does (RFC 7292, B.2); `passphrase` is wide.
    ///
    /// - Throws: `wrongPassphrase` without salt and passphrase, from which libcrypto derives nothing.
    static func pkcs12(
        _ passphrase: SecretBytes, salt: [UInt8], iterations: Int, digest: StaticString,
        _ purpose: Purpose, count: Int
    ) throws(PKIError) -> SecretBytes {
        guard !salt.isEmpty || passphrase.count > 0 else {
            throw PKIError(.wrongPassphrase, "passphrase: it doesn't decrypt the file")
        }
        return try derive("PKCS12KDF", passphrase, salt, count) { list in
            list.append("iter", number: iterations)
            list.append("digest", text: digest)
            list.append("id", number: Int(purpose.rawValue))
        }
    }

    /// Derives with scrypt (RFC 7914), in at most 64 MiB.
    static func scrypt(
        _ passphrase: SecretBytes, salt: [UInt8], cost: Int, blockSize: Int, parallel: Int,
        count: Int
    ) throws(PKIError) -> SecretBytes {
        try derive("SCRYPT", passphrase, salt, count) { list in
            list.append("n", number: cost)
            list.append("r", number: blockSize)
            list.append("p", number: parallel)
            // 64 MiB for the table, and room for the blocks.
            list.append("maxmem_bytes", number: 65 << 20)
        }
    }

    /// Derives with PBKDF1 (RFC 8018, 5.1): at most as many bytes as the digest has.
    package static func pbkdf1(
        _ passphrase: SecretBytes, salt: [UInt8], iterations: Int, digest: StaticString,
        count: Int
    ) throws(PKIError) -> SecretBytes {
        try hash([passphrase, SecretBytes(copying: salt)], digest, rounds: iterations)
            .prefix(count)
    }

    /// Derives as traditional encrypted PEM does: MD5 over the passphrase and eight bytes of salt,
    /// once.
    static func traditional(
        _ passphrase: SecretBytes, salt: [UInt8], count: Int
    ) throws(PKIError) -> SecretBytes {
        let salt = SecretBytes(copying: salt)
        var blocks: [SecretBytes] = []
        while blocks.count * 16 < count {
            blocks.append(try hash(blocks.suffix(1) + [passphrase, salt], "MD5", rounds: 1))
        }
        return SecretBytes(joining: blocks).prefix(count)
    }

    /// Runs a key derivation of libcrypto (`EVP_KDF`) with the further parameters that `fill` sets, into `count` bytes
    /// of locked memory.
    private static func derive(
        _ name: StaticString, _ passphrase: SecretBytes, _ salt: [UInt8], _ count: Int,
        _ fill: (inout ParameterList) -> Void
    ) throws(PKIError) -> SecretBytes {
        let method = EVP_KDF_fetch(CryptoLibrary.context, name.characters, nil)
        defer { EVP_KDF_free(method) }
        var list = ParameterList()
        list.append("pass", octets: passphrase)
        list.append("salt", octets: salt)
        fill(&list)
        guard let key = list.derive(method, count: count) else {
            throw .crypto(.unsupportedFormat, "passphrase: \(name) with these parameters")
        }
        return key
    }

    /// Hashes the parts, and then the hash, until all rounds are made, with a function that HashFunction may not name.
    private static func hash(
        _ parts: [SecretBytes], _ digest: StaticString, rounds: Int
    ) throws(PKIError) -> SecretBytes {
        guard let method = EVP_MD_fetch(CryptoLibrary.context, digest.characters, nil) else {
            throw .crypto(.unsupportedFormat, "passphrase: \(digest)")
        }
        defer { EVP_MD_free(method) }
        let work = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(work) }
        func hash(_ bytes: UnsafeRawBufferPointer, _ room: UnsafeMutableRawBufferPointer) {
            let isHashed =
                EVP_DigestInit_ex2(work, method, nil) == 1
                && EVP_DigestUpdate(work, bytes.baseAddress, bytes.count) == 1
                && EVP_DigestFinal_ex(work, room.octets, nil) == 1
            precondition(isHashed, "libcrypto: hashing failed")
        }
        return SecretBytes(count: Int(EVP_MD_get_size(method))) { room in
            SecretBytes(joining: parts).withBytes { hash($0, room) }
            for _ in 1..<rounds { hash(UnsafeRawBufferPointer(room), room) }
        }
    }
}
