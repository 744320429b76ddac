import KeychainModel

extension PublicKeyInfo {
    private static let rsa = OID(1, 2, 840, 113549, 1, 1, 1)
    private static let ellipticCurve = OID(1, 2, 840, 10045, 2, 1)
    private static let curves: [OID: EllipticCurve] = [
        OID(1, 2, 840, 10045, 3, 1, 7): .p256,
        OID(1, 3, 132, 0, 34): .p384,
        OID(1, 3, 132, 0, 35): .p521,
    ]

    /// Makes a key of it: RSA, or a point of P-256, P-384 or P-521 that is not compressed (RFC 3279,
    /// section 2.3.1; RFC 5480, section 2).
    ///
    /// Refused: other algorithms and curves (errSecUnimplemented), and what is no key of its
    /// algorithm (errSecParam).
    package func cryptoKey() throws(KeychainError) -> CryptoKey {
        let type: CryptoKey.KeyType
        var curve: EllipticCurve?
        switch (algorithm.algorithm, algorithm.parameters) {
        // RSA's parameters are NULL; some leave them out.
        case (Self.rsa, nil): type = .rsa
        case (Self.rsa, let parameters?) where parameters.tag == .null: type = .rsa
        case (Self.ellipticCurve, let parameters?) where parameters.tag == .objectIdentifier:
            type = .ellipticCurve
            curve = Self.curves[try OID(parameters)]
            guard curve != nil else { throw Self.unknown }
        default: throw Self.unknown
        }
        let key = try key.withUnsafeBytes { (bytes) -> Result<CryptoKey, KeychainError> in
            Result { () throws(KeychainError) in try CryptoKey.read(type, .public, bytes) }
        }.get()
        if let curve, key.family != .ellipticCurve(curve) {
            throw KeychainError(.parameter, "certificate: its key is of another curve")
        }
        return key
    }

    private static var unknown: KeychainError {
        KeychainError(.unimplemented, "certificate: its key is of an algorithm that is not here")
    }
}
