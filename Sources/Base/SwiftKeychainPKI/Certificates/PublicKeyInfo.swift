// SPDX-License-Identifier: Apache-2.0
/// An algorithm and its parameters (RFC 5280, section 4.1.1.2).
///
/// Two are equal if they have the same DER: parameters of NULL and no parameters differ.
package struct AlgorithmIdentifier: Sendable, Hashable {
    package let algorithm: OID
    /// The DER of the parameters; nil if there are none.
    package let parameters: DERElement?

    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("an algorithm", element)
        algorithm = try OID(try reader.next(.objectIdentifier))
        parameters = reader.isAtEnd ? nil : try reader.next()
        try reader.end()
    }
}

/// A public key as certificates encode it (RFC 5280, section 4.1.2.7).
package struct PublicKeyInfo: Sendable, Hashable {
    /// The DER of the whole SubjectPublicKeyInfo.
    package let encoding: [UInt8]
    package let algorithm: AlgorithmIdentifier
    /// The key: RSAPublicKey for RSA, the point for elliptic curves, …
    package let key: [UInt8]

    /// The key itself isn't read until it is used.
    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("a key", element)
        encoding = Array(element.encoding)
        algorithm = try AlgorithmIdentifier(try reader.next())
        let bits = try reader.next(.bitString).bits()
        guard bits.unused == 0 else { throw DER.malformed("a key of broken octets") }
        key = Array(bits.octets)
        try reader.end()
    }
}

extension PublicKeyInfo {
    /// The key, as ``CryptoKey/publicBytes`` has it: a point of a curve that is supported is uncompressed.
    var uncompressedKey: [UInt8] {
        guard algorithm.algorithm == FormatOID.ellipticCurve,
            let curve = try? EllipticCurve(named: algorithm.parameters)
        else { return key }
        return (try? curve.uncompressed(key)) ?? key
    }

    /// Makes a key of it: RSA, or a point of P-192, P-256, P-384 or P-521, which may be compressed (RFC 3279,
    /// section 2.3.1; RFC 5480, section 2).
    ///
    /// - Throws: `unsupportedAlgorithm` for other algorithms and curves; `unsupportedFormat` for other sizes;
    ///   `malformed` for bytes that aren't a key of the algorithm.
    package func cryptoKey() throws(PKIError) -> CryptoKey {
        switch (algorithm.algorithm, algorithm.parameters?.tag) {
        // RSA's parameters are NULL; some leave them out.
        case (FormatOID.rsa, nil), (FormatOID.rsa, .null?):
            return try CryptoKey.readPublicKey(.rsa, key)
        case (FormatOID.ellipticCurve, _):
            guard let curve = try EllipticCurve(named: algorithm.parameters) else { break }
            return try CryptoKey.readPublicKey(.ellipticCurve, try curve.uncompressed(key))
        default: break
        }
        throw PKIError(
            .unsupportedAlgorithm, "certificate: the algorithm of its key isn't supported")
    }
}

extension CryptoKey {
    /// Reads a key from a caller as ``read(_:_:_:)`` does, and a public RSA key also as
    /// SubjectPublicKeyInfo (RFC 5280), which callers take from certificates and PEM files.
    ///
    /// - Throws: `invalidArgument` when the bytes aren't such a key, or its parts are inconsistent.
    package static func readForeign(
        _ type: KeyType, _ part: Part, _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> CryptoKey {
        // PKCS#1 is never taken for it: its first field is an INTEGER, not a SEQUENCE.
        if type == .rsa, part == .public, bytes.count <= PKILimits.fieldBytes,
            let element = try? DERElement(only: [UInt8](bytes)[...]),
            let info = try? PublicKeyInfo(element), let key = try? info.cryptoKey(),
            key.type == .rsa
        {
            return key
        }
        return try read(type, part, bytes)
    }
}
