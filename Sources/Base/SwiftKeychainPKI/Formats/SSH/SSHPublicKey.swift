// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Public keys of OpenSSH: a line of type, base64 and comment (RFC 4253, 6.6;
/// RFC 5656, 3.1).
///
///     ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB… ann@example.org
///
/// The base64 holds the type again; then, of RSA, exponent and modulus, and of a curve its name and the point.
enum SSHPublicKey {
    /// Returns the type in front of the base64.
    static func type(of key: CryptoKey) -> String {
        switch key.family {
        case .rsa: "ssh-rsa"
        case .ellipticCurve(let curve): "ecdsa-sha2-\(curve.sshName)"
        }
    }

    /// Returns true if text begins as such a line does.
    static func isIn(_ text: UnsafeRawBufferPointer) -> Bool {
        ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].contains {
            text.drop(while: Base64.isBlank).starts(with: $0.utf8)
        }
    }

    /// Reads lines; empty ones and those that begin with # are skipped.
    ///
    /// - Throws: `malformed` for a line that is broken, `unsupportedKey` for a key of a type that
    ///   isn't here, `unsupportedFormat` for one of a size that is not.
    static func lines(
        _ text: UnsafeRawBufferPointer
    ) throws(PKIError) -> [(CryptoKey, comment: String?)] {
        var keys: [(CryptoKey, comment: String?)] = []
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let fields = line.split(maxSplits: 2, whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            guard let name = fields.first, name.first != UInt8(ascii: "#") else { continue }
            guard fields.count >= 2 else { throw .malformed("OpenSSH", "a line has no key") }
            let blob = try Base64.decodeText(fields[1])
            let key = try blob.withBytes(read)
            guard name.elementsEqual(type(of: key).utf8) else {
                throw .malformed("OpenSSH", "the line's key type differs from the key")
            }
            let words = fields.count > 2 ? String(decoding: fields[2], as: UTF8.self) : ""
            keys.append((key, words.isEmpty ? nil : words))
        }
        return keys
    }

    /// Reads the bytes behind the base64.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> CryptoKey {
        var reader = SSHReader(bytes)
        guard let type = reader.text() else { throw .malformed("OpenSSH", "not a public key") }
        let key: CryptoKey
        if type == "ssh-rsa" {
            guard let exponent = reader.integer(), let modulus = reader.integer() else {
                throw .malformed("OpenSSH", "an RSA key that is cut short")
            }
            key = try CryptoKey.readRSA(modulus: [UInt8](modulus), exponent: [UInt8](exponent))
        } else {
            let curve = try curve(type)
            guard reader.text() == curve.sshName, let point = reader.string() else {
                throw .malformed("OpenSSH", "an elliptic curve key that is cut short")
            }
            key = try CryptoKey.readPublicKey(.ellipticCurve, [UInt8](point))
            guard key.family == .ellipticCurve(curve) else {
                throw .malformed("OpenSSH", "the key is on another curve")
            }
        }
        guard reader.isAtEnd else { throw .malformed("OpenSSH", "bytes follow the public key") }
        return key
    }

    /// Finds the curve of a type of keys.
    ///
    /// - Throws: `unsupportedKey` for any other type: Ed25519, DSA, security keys.
    static func curve(_ type: String) throws(PKIError) -> EllipticCurve {
        guard type.hasPrefix("ecdsa-sha2-"),
            let curve = EllipticCurve(sshName: String(type.dropFirst("ecdsa-sha2-".count)))
        else {
            throw PKIError(.unsupportedKey, "OpenSSH: the type of the key isn't supported")
        }
        return curve
    }

    /// Writes the bytes behind the base64.
    static func blob(_ key: CryptoKey) -> [UInt8] {
        var writer = SSHWriter()
        writer.string(type(of: key).utf8)
        switch key.family {
        case .rsa:
            key.publicBytes.withUnsafeBytes { bytes in
                var numbers = try! LentDERReader(sequence: bytes)
                let modulus = try! numbers.unsignedInteger()
                let exponent = try! numbers.unsignedInteger()
                writer.integer(exponent)
                writer.integer(modulus)
            }
        case .ellipticCurve(let curve):
            writer.string(curve.sshName.utf8)
            writer.string(key.publicBytes)
        }
        return writer.bytes().copied
    }

    /// Writes a line, with its end.
    static func line(_ key: CryptoKey) -> [UInt8] {
        var line = [UInt8]("\(type(of: key)) ".utf8)
        blob(key).withUnsafeBytes { bytes in Base64.encode(bytes) { line.append($0) } }
        return line + [0x0A]
    }
}
