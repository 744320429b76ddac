// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

extension CryptoKey {
    /// Reads an uncompressed point (SEC 1, section 2.3.4). Its length says which curve it is on; a point that isn't on
    /// it is refused.
    static func readPoint(_ bytes: [UInt8]) throws(PKIError) -> CryptoKey {
        guard bytes.first == 4,
            let curve = EllipticCurve.allCases.first(where: { $0.pointBytes == bytes.count })
        else {
            throw .malformed("key data", "not a point 04, X, Y of P-192, P-256, P-384 or P-521")
        }
        return CryptoKey(
            .ellipticCurve(curve), .public, bits: curve.bits,
            handle: try assemble(curve, point: bytes), publicBytes: bytes, privateBytes: nil)
    }

    /// Reads a point and the scalar behind it, which must be its private key.
    static func readScalar(
        _ bytes: UnsafeRawBufferPointer, of whole: SecretBytes, isChecked: Bool
    ) throws(PKIError) -> CryptoKey {
        let curve = EllipticCurve.allCases.first {
            $0.pointBytes + $0.coordinateBytes == bytes.count
        }
        guard bytes.first == 4, let curve else {
            throw .malformed("key data", "not a private key 04, X, Y, K of P-192 to P-521")
        }
        let point = [UInt8](bytes.prefix(curve.pointBytes))
        let scalar = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(curve.pointBytes))
        let key = CryptoKey(
            .ellipticCurve(curve), .private, bits: curve.bits,
            handle: try assemble(curve, point: point, scalar: scalar),
            publicBytes: point, privateBytes: whole)
        if !isChecked { try key.checkScalar() }
        return key
    }

    /// Checks that 0 < K < n, and that X, Y is K times the base point.
    private func checkScalar() throws(PKIError) {
        let check = try KeyOperationContext(self)
        guard EVP_PKEY_private_check(check.pointer) == 1,
            EVP_PKEY_pairwise_check(check.pointer) == 1
        else {
            throw .crypto(.malformed, "key data: the private key doesn't match its point")
        }
    }

    /// Makes a pair with libcrypto, and copies its numbers into the exported form.
    static func generate(on curve: EllipticCurve) throws(PKIError) -> CryptoKey {
        let handle = try generate("EC") { EVP_PKEY_CTX_set_group_name($0, curve.name.characters) }
        let scalar = try numbers(["priv"], of: handle, bytes: curve.coordinateBytes)[0]
        var point = [UInt8](repeating: 0, count: curve.pointBytes)
        var count = 0
        guard
            EVP_PKEY_get_octet_string_param(handle.pointer, "pub", &point, point.count, &count)
                == 1,
            count == point.count, point[0] == 4
        else { throw .crypto(.libraryFailure, "reading a generated key failed") }
        return CryptoKey(
            .ellipticCurve(curve), .private, bits: curve.bits, handle: handle, publicBytes: point,
            privateBytes: SecretBytes(joining: [SecretBytes(copying: point), scalar]))
    }

    /// Makes an `EVP_PKEY`. libcrypto refuses a point that isn't on the curve.
    private static func assemble(
        _ curve: EllipticCurve, point: [UInt8], scalar: UnsafeRawBufferPointer? = nil
    ) throws(PKIError) -> KeyHandle {
        var parameters = ParameterList()
        parameters.append("group", text: curve.name)
        parameters.append("pub", octets: point)
        if let scalar { parameters.append("priv", integer: scalar) }
        return try assemble("EC", scalar == nil ? .public : .private, parameters)
    }
}
