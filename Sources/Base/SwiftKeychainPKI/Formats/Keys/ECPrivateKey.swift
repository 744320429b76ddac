// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// Elliptic curve keys in the form of SEC 1: ECPrivateKey (RFC 5915).
///
///     SEQUENCE  1 │ OCTET STRING, the number │ [0] the curve │ [1] BIT STRING, the point
///
/// Both tagged fields may be missing: the curve where the structure around the key names it, and the point, which
/// is computed then.
enum ECPrivateKey {
    /// Reads a key.
    ///
    /// - Parameter known: the curve, if the context of the key names it.
    /// - Throws: `malformed` for what is no ECPrivateKey in DER, and for a public key inside that doesn't belong;
    ///   `unsupportedFormat` for another curve.
    static func read(
        _ bytes: UnsafeRawBufferPointer, on known: EllipticCurve? = nil
    ) throws(PKIError) -> CryptoKey {
        guard var reader = try? LentDERReader(sequence: bytes), (try? reader.smallNumber()) == 1,
            let scalar = try? reader.content(.octetString)
        else { throw .malformed("elliptic curve key", "not an ECPrivateKey in DER") }
        var curve = known
        if let field = try? reader.content(.constructed(0)) {
            let parameters = try DERElement(only: [UInt8](field)[...])
            guard let named = try EllipticCurve(named: parameters) else {
                throw PKIError(.unsupportedFormat, "elliptic curve key: the curve isn't supported")
            }
            guard known == nil || known == named else {
                throw .malformed("elliptic curve key", "it names two curves")
            }
            curve = named
        }
        var point: UnsafeRawBufferPointer?
        if var field = try? reader.enter(.constructed(1)) {
            guard let bits = try? field.content(.bitString), field.isAtEnd, bits.first == 0 else {
                throw .malformed("elliptic curve key", "its public key isn't a bit string")
            }
            point = UnsafeRawBufferPointer(rebasing: bits.dropFirst())
        }
        guard reader.isAtEnd else { throw .malformed("elliptic curve key", "an unknown field") }
        guard let curve else {
            throw .malformed("elliptic curve key", "it doesn't name its curve")
        }
        return try read(scalar: scalar, point: point, on: curve)
    }

    /// Makes a key of its number, highest byte first, and its point where it is known.
    static func read(
        scalar: UnsafeRawBufferPointer, point: UnsafeRawBufferPointer?, on curve: EllipticCurve
    ) throws(PKIError) -> CryptoKey {
        // Some programs leave out zeros in front, some write one too many.
        let digits = scalar.drop { $0 == 0 }
        guard digits.count <= curve.coordinateBytes else {
            throw .malformed("elliptic curve key", "a number of another curve's size")
        }
        let number = SecretBytes(count: curve.coordinateBytes) { room in
            UnsafeMutableRawBufferPointer(rebasing: room[(room.count - digits.count)...])
                .copyBytes(from: digits)
        }
        let octets =
            if let point {
                try curve.uncompressed([UInt8](point))
            } else {
                try Self.point(of: number, on: curve)
            }
        let whole = SecretBytes(joining: [SecretBytes(copying: octets), number])
        return try CryptoKey.readPrivateKey(.ellipticCurve, whole)
    }

    /// Writes a private key.
    ///
    /// - Parameter namesCurve: whether nothing around the key names the curve.
    static func write(_ key: CryptoKey, on curve: EllipticCurve, namesCurve: Bool) -> DERTree {
        let number = key.privateBytes!.withBytes {
            SecretBytes(copying: $0.dropFirst(curve.pointBytes))
        }
        let name: [DERTree] =
            namesCurve ? [.element(.constructed(0), [.identifier(curve.identifier)])] : []
        return .element(
            .sequence,
            [.number(1), .octetString(.secret(number))] + name
                + [.element(.constructed(1), [.bitString(key.publicBytes)])])
    }

    /// Computes the public point of a number.
    ///
    /// - Throws: `malformed` for zero, and where libcrypto can't compute it.
    private static func point(
        of number: SecretBytes, on curve: EllipticCurve
    ) throws(PKIError) -> [UInt8] {
        let work = BN_CTX_secure_new_ex(CryptoLibrary.context)
        let factor = number.withBytes(CryptoLibrary.secretNumber)
        defer {
            BN_clear_free(factor)
            BN_CTX_free(work)
        }
        let point = curve.point { EC_POINT_mul($0, $1, factor, nil, nil, work) == 1 }
        guard let point else {
            throw .crypto(.malformed, "elliptic curve key: its number is out of range")
        }
        return point
    }
}
