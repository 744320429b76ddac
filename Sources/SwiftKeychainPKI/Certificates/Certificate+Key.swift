extension PublicKeyInfo {
    private static let rsa = OID(1, 2, 840, 113549, 1, 1, 1)
    private static let ellipticCurve = OID(1, 2, 840, 10045, 2, 1)

    /// Makes a key of it: RSA, or a point of P-192, P-256, P-384 or P-521 that is not compressed (RFC 3279,
    /// section 2.3.1; RFC 5480, section 2).
    ///
    /// Refused: other algorithms and curves (`unsupportedAlgorithm`), and what is no key of its
    /// algorithm (`invalidArgument`).
    package func cryptoKey() throws(PKIError) -> CryptoKey {
        let type: CryptoKey.KeyType
        var curve: EllipticCurve?
        switch (algorithm.algorithm, algorithm.parameters) {
        // RSA's parameters are NULL; some leave them out.
        case (Self.rsa, nil): type = .rsa
        case (Self.rsa, let parameters?) where parameters.tag == .null: type = .rsa
        case (Self.ellipticCurve, let parameters?) where parameters.tag == .objectIdentifier:
            type = .ellipticCurve
            curve = EllipticCurve(identifier: try OID(parameters))
            guard curve != nil else { throw Self.unknown }
        default: throw Self.unknown
        }
        let key = try key.withUnsafeBytes { (bytes) -> Result<CryptoKey, PKIError> in
            Result { () throws(PKIError) in try CryptoKey.read(type, .public, bytes) }
        }.get()
        if let curve, key.family != .ellipticCurve(curve) {
            throw PKIError(.invalidArgument, "certificate: its key is of another curve")
        }
        return key
    }

    private static var unknown: PKIError {
        PKIError(.unsupportedAlgorithm, "certificate: its key is of an algorithm that is not here")
    }
}

extension CryptoKey {
    /// Reads a key that a caller hands over: as ``read(_:_:_:)``, and a public RSA key also as
    /// SubjectPublicKeyInfo (RFC 5280), which callers take from certificates and PEM files.
    ///
    /// - Throws: `invalidArgument` when the bytes are no such key, or its parts do not belong together.
    package static func readForeign(
        _ type: KeyType, _ part: Part, _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> CryptoKey {
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
