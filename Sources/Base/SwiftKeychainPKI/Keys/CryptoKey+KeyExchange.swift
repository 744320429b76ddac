// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

extension CryptoKey {
    /// Exchanges keys (SEC 1, 3.3; NIST SP 800-56A, 5.7.1.2), and derives bytes from the shared
    /// coordinate if the algorithm has a derivation.
    ///
    /// - Parameters:
    ///   - peer: the peer's public key, on the same curve.
    ///   - count: the number of bytes to derive; ignored by a bare exchange, which gives the X
    ///     coordinate.
    ///   - sharedInfo: input of the derivation.
    /// - Throws: `invalidArgument` for a key of another family, curve or half, and for a derivation
    ///   without a count, or of more than 16 MiB.
    public func exchange(
        with peer: CryptoKey, _ algorithm: KeyAlgorithm, count: Int?,
        sharedInfo: UnsafeRawBufferPointer
    ) throws(PKIError) -> SecretBytes {
        try require(.keyExchange, algorithm)
        guard case .keyExchange(let agreement, let hash) = algorithm else {
            throw PKIError(.invalidArgument, "algorithm: not a key exchange")
        }
        guard let hash else { return try agree(agreement, with: peer) }
        guard let count, (1...PKILimits.fileBytes).contains(count) else {
            throw PKIError(
                .invalidArgument,
                "kSecKeyKeyExchangeParameterRequestedSize: missing, or not from 1 to 16 MiB")
        }
        return try X963.derive(
            from: try agree(agreement, with: peer), hash, sharedInfo: [UInt8](sharedInfo),
            count: count)
    }

    /// Returns the X coordinate of the shared point.
    func agree(
        _ agreement: KeyAgreement, with peer: CryptoKey
    ) throws(PKIError) -> SecretBytes {
        guard peer.part == .public, peer.family == family else {
            throw PKIError(.invalidArgument, "public key: not a public key on the same curve")
        }
        // The curves have the cofactor 1: both agreements are one.
        if let external {
            let shared = try external.sharedCoordinate(with: peer.publicBytes)
            guard shared.count == blockSize else {
                throw PKIError(.libraryFailure, "key exchange: a secret of another length")
            }
            return shared
        }
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_derive_init(context.pointer), "key exchange")
        try context.require(
            EVP_PKEY_CTX_set_ecdh_cofactor_mode(
                context.pointer, agreement == .cofactor ? 1 : 0), "key exchange")
        // The point was found on its curve when the key was made.
        try context.require(
            EVP_PKEY_derive_set_peer_ex(context.pointer, peer.handle.pointer, 0), "public key")
        var count = blockSize
        let shared = SecretBytes.filled(blockSize) {
            EVP_PKEY_derive(context.pointer, $0.octets, &count) == 1
        }
        guard let shared else { throw .crypto(.invalidArgument, "key exchange: refused") }
        guard count == blockSize else { throw .crypto(.libraryFailure, "key exchange") }
        return shared
    }
}

/// The key derivation of ANSI X9.63 (SEC 1, 3.6.1): hash(Z ‖ counter ‖ SharedInfo), from 1 on.
enum X963 {
    nonisolated(unsafe) private static let method = CryptoLibrary.fetched(
        EVP_KDF_fetch(CryptoLibrary.context, "X963KDF", nil), "X963KDF")

    static func derive(
        from secret: SecretBytes, _ hash: HashFunction, sharedInfo: [UInt8], count: Int
    ) throws(PKIError) -> SecretBytes {
        var parameters = ParameterList()
        parameters.append("digest", text: hash.name)
        parameters.append("key", octets: secret)
        if !sharedInfo.isEmpty { parameters.append("info", octets: sharedInfo) }
        guard let key = parameters.derive(method, count: count) else {
            throw .crypto(.libraryFailure, "X9.63 derivation")
        }
        return key
    }
}
