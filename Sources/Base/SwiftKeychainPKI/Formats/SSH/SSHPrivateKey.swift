// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Private keys of OpenSSH that aren't encrypted: `openssh-key-v1`, as OpenSSH's
/// PROTOCOL.key describes it.
///
///     "openssh-key-v1" 0 │ cipher "none" │ KDF "none" │ KDF options │ 1 key
///     public key │ private: check number twice │ type │ numbers │ comment │ padding 1, 2, 3 …
///
/// Texts and numbers have a length of four bytes before them. The check numbers exist to recognise a wrong passphrase;
/// here they only show that the file isn't damaged.
package enum SSHPrivateKey {
    private static let magic = [UInt8]("openssh-key-v1\0".utf8)

    /// Reads the bytes of an `OPENSSH PRIVATE KEY`.
    ///
    /// - Throws: `unsupportedFormat` for an encrypted key and for several keys,
    ///   `unsupportedKey` for a type that isn't supported, `malformed` for a file that can't be parsed, and
    ///   for inconsistent key parameters.
    package static func read(
        _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> (CryptoKey, comment: String?) {
        guard bytes.starts(with: magic) else { throw broken }
        var outer = SSHReader(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(magic.count)))
        guard let cipher = outer.text(), let derivation = outer.text(), outer.string() != nil,
            let count = outer.number()
        else { throw broken }
        guard cipher == "none", derivation == "none" else {
            throw PKIError(.unsupportedFormat, "OpenSSH: the private key is encrypted")
        }
        guard count == 1 else {
            throw PKIError(.unsupportedFormat, "OpenSSH: several private keys in one block")
        }
        guard let publicKey = outer.string(), let secret = outer.string(), outer.isAtEnd else {
            throw broken
        }
        var reader = SSHReader(secret)
        guard let check = reader.number(), check == reader.number(), let type = reader.text() else {
            throw broken
        }
        let key = type == "ssh-rsa" ? try rsa(&reader) : try ellipticCurve(type, &reader)
        guard let comment = reader.string(), reader.remaining.count < 256 else { throw broken }
        for (index, byte) in reader.remaining.enumerated() where byte != UInt8(index + 1) {
            throw .malformed("OpenSSH", "the padding of a private key is wrong")
        }
        // Otherwise the file would show one key and sign with another.
        guard try SSHPublicKey.read(publicKey).publicBytes == key.publicBytes else {
            throw .malformed("OpenSSH", "the public and the private key don't match")
        }
        let words = String(decoding: comment.prefix(1024), as: UTF8.self)
        return (key, words.isEmpty ? nil : words)
    }

    /// Reads n, e, d, iqmp, p and q, and computes the two exponents that PKCS#1 has and OpenSSH leaves out.
    private static func rsa(_ reader: inout SSHReader) throws(PKIError) -> CryptoKey {
        guard let n = reader.integer(), let e = reader.integer(), let d = reader.integer(),
            let inverse = reader.integer(), let p = reader.integer(), let q = reader.integer(),
            // No more than the largest key: the division below takes its time.
            n.count <= CryptoKey.rsaBits.upperBound / 8, d.count <= n.count, p.count <= n.count,
            q.count <= n.count
        else { throw broken }
        let whole = CryptoKey.rsaPrivateBytes(
            [n, e, d, p, q].map { SecretBytes(copying: $0) } + [
                try exponent(d, p), try exponent(d, q), SecretBytes(copying: inverse),
            ])
        return try CryptoKey.readPrivateKey(.rsa, whole)
    }

    /// Reads the name of the curve, the public point and the private scalar.
    private static func ellipticCurve(
        _ type: String, _ reader: inout SSHReader
    ) throws(PKIError) -> CryptoKey {
        let curve = try SSHPublicKey.curve(type)
        guard reader.text() == curve.sshName, let point = reader.string(),
            let scalar = reader.integer()
        else { throw broken }
        return try ECPrivateKey.read(scalar: scalar, point: point, on: curve)
    }

    /// Computes d mod (p - 1), which the format leaves out.
    private static func exponent(
        _ d: UnsafeRawBufferPointer, _ p: UnsafeRawBufferPointer
    ) throws(PKIError) -> SecretBytes {
        let work = BN_CTX_secure_new_ex(CryptoLibrary.context)
        let dividend = CryptoLibrary.secretNumber(d)
        let order = CryptoLibrary.secretNumber(p)
        let rest = BN_secure_new()
        defer {
            for number in [dividend, order, rest] { BN_clear_free(number) }
            BN_CTX_free(work)
        }
        guard BN_sub_word(order, 1) == 1, BN_is_zero(order) == 0,
            BN_nnmod(rest, dividend, order, work) == 1
        else { throw .crypto(.malformed, "OpenSSH: the numbers of the RSA key don't match") }
        let count = Int(BN_num_bits(rest) + 7) / 8
        return SecretBytes(count: count) { room in _ = BN_bn2bin(rest, room.octets) }
    }

    /// The error for a file that isn't of this format, or ends too early.
    private static var broken: PKIError {
        .malformed("OpenSSH", "not a private key, or cut short")
    }

    /// Writes the bytes of an `OPENSSH PRIVATE KEY`.
    static func write(_ key: CryptoKey) throws(PKIError) -> SecretBytes {
        var secret = SSHWriter()
        let check = RandomSource.system.bytes(4)
        secret.raw(check)
        secret.raw(check)
        secret.string(SSHPublicKey.type(of: key).utf8)
        key.privateBytes!.withBytes { bytes in
            switch key.family {
            case .rsa:
                var reader = try! LentDERReader(sequence: bytes)
                let numbers = (0..<9).map { _ in try! reader.unsignedInteger() }
                // n, e, d, inverse, p, q; the first number is the version.
                for index in [1, 2, 3, 8, 4, 5] { secret.integer(numbers[index]) }
            case .ellipticCurve(let curve):
                secret.string(curve.sshName.utf8)
                secret.string(key.publicBytes)
                secret.integer(
                    UnsafeRawBufferPointer(rebasing: bytes.dropFirst(curve.pointBytes)))
            }
        }
        // An empty comment.
        secret.string([])
        // To a multiple of eight bytes, the block size of the cipher "none".
        var padding: UInt8 = 1
        while secret.count % 8 != 0 {
            secret.raw([padding])
            padding += 1
        }
        var writer = SSHWriter()
        writer.raw(magic)
        writer.string("none".utf8)
        writer.string("none".utf8)
        writer.string([])
        writer.number(1)
        writer.string(SSHPublicKey.blob(key))
        writer.string(secret.bytes())
        return writer.bytes()
    }
}
