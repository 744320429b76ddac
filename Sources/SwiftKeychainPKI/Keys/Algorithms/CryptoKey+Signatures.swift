extension CryptoKey {
    /// Signs bytes: a message, a digest or a block, as the algorithm says.
    ///
    /// - Returns: for RSA as many bytes as the modulus; for ECDSA see ``ECDSAForm``.
    /// - Throws: `invalidArgument` when the key does not support it or the input has the wrong size.
    public func sign(
        _ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> [UInt8] {
        try require(.sign, algorithm)
        switch algorithm {
        case .rsaSignature(let padding, let input):
            return try withHashed(bytes, input) { block throws(PKIError) in
                try rsaSign(block, padding, input.hash)
            }
        case .ecdsa(let form, let input):
            return try withHashed(bytes, input) { digest throws(PKIError) in
                try ecdsaSign(digest, form)
            }
        default: throw PKIError(.invalidArgument, "algorithm: no signature")
        }
    }

    /// Verifies a signature of bytes.
    ///
    /// - Throws: `wrongSignature` when the signature is not the key's, or none at all; `invalidArgument`
    ///   when the key does not support the algorithm or a digest has the wrong size.
    public func verify(
        _ signature: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer,
        _ algorithm: KeyAlgorithm
    ) throws(PKIError) {
        try require(.verify, algorithm)
        switch algorithm {
        case .rsaSignature(let padding, let input):
            try withHashed(bytes, input) { block throws(PKIError) in
                try rsaVerify(signature, of: block, padding, input.hash)
            }
        case .ecdsa(let form, let input):
            try withHashed(bytes, input) { digest throws(PKIError) in
                try ecdsaVerify(signature, of: digest, form)
            }
        default: throw PKIError(.invalidArgument, "algorithm: no signature")
        }
    }

    private func withHashed<Result>(
        _ bytes: UnsafeRawBufferPointer, _ input: SignatureInput,
        _ body: (UnsafeRawBufferPointer) throws(PKIError) -> Result
    ) throws(PKIError) -> Result {
        switch input {
        case .bytes: return try body(bytes)
        case .digest(let hash):
            guard bytes.count == hash.byteCount else {
                throw PKIError(
                    .invalidArgument, "digest: \(hash.name) has \(hash.byteCount) bytes")
            }
            return try body(bytes)
        case .message(let hash):
            return try hash.digest(bytes).lending(body)
        }
    }
}

extension PKIError {
    /// Tells that a signature does not belong to key and data.
    static var signatureMismatch: PKIError {
        .crypto(.wrongSignature, "signature: not of this key and this data")
    }
}
