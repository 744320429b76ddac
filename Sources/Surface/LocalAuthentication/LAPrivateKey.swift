// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The private key of a saved right. It can't be exported.
///
/// Its operations fail with `notInteractive` while the right isn't authorized, with
/// `errSecItemNotFound` after it was removed, and as those of `SecKey` otherwise.
public final class LAPrivateKey: NSObject, Sendable {
    /// A key of the same kind, for what doesn't depend on the key itself.
    private static let sample = SecKeyCreateRandomKey(
        [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256]
            as [CFString: Any] as CFDictionary, nil)

    private let items: RightItems
    private let session: RightSession

    /// The public key of the pair, which needs no authorization.
    public let publicKey: LAPublicKey

    init(_ items: RightItems, _ session: RightSession, _ publicKey: LAPublicKey) {
        self.items = items
        self.session = session
        self.publicKey = publicKey
    }

    /// Signs data.
    public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try use { SecKeyCreateSignature($0, algorithm, data as CFData, $1) }
    }

    /// Signs data: see ``sign(_:algorithm:)``.
    public func sign(
        _ data: Data, algorithm: SecKeyAlgorithm,
        completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.sign(data, algorithm: algorithm) }
    }

    /// Returns whether the key signs with an algorithm.
    public func canSign(using algorithm: SecKeyAlgorithm) -> Bool { can(.sign, algorithm) }

    /// Decrypts data.
    public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try use { SecKeyCreateDecryptedData($0, algorithm, data as CFData, $1) }
    }

    /// Decrypts data: see ``decrypt(_:algorithm:)``.
    public func decrypt(
        _ data: Data, algorithm: SecKeyAlgorithm,
        completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.decrypt(data, algorithm: algorithm) }
    }

    /// Returns whether the key decrypts with an algorithm.
    public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool { can(.decrypt, algorithm) }

    /// Computes the secret that is shared with the owner of another key.
    ///
    /// - Parameters:
    ///   - publicKey: the other key, in the form of ``LAPublicKey/bytes``.
    ///   - parameters: as of `SecKeyCopyKeyExchangeResult`.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
    ) async throws -> Data {
        let other = try answer {
            SecKeyCreateWithData(
                publicKey as CFData,
                [
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                    kSecAttrKeyClass: kSecAttrKeyClassPublic,
                ] as [CFString: Any] as CFDictionary, $0)
        }
        return try use {
            SecKeyCopyKeyExchangeResult($0, algorithm, other, parameters as CFDictionary, $1)
        }
    }

    /// Computes the shared secret: see ``exchangeKeys(publicKey:algorithm:parameters:)``.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any],
        completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        nonisolated(unsafe) let parameters = parameters
        Completion.run(completion) {
            try await self.exchangeKeys(
                publicKey: publicKey, algorithm: algorithm, parameters: parameters)
        }
    }

    /// Returns whether the key exchanges keys by an algorithm.
    public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
        can(.keyExchange, algorithm)
    }

    private func can(_ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm) -> Bool {
        Self.sample.map { SecKeyIsAlgorithmSupported($0, operation, algorithm) } ?? false
    }

    private func use(
        _ body: (SecKey, UnsafeMutablePointer<Unmanaged<CFError>?>) -> CFData?
    ) throws -> Data {
        let key = try items.key(kSecAttrKeyClassPrivate, try session.context)
        return try answer { body(key, $0) } as Data
    }
}

/// The public key of a saved right.
public final class LAPublicKey: NSObject, @unchecked Sendable {
    private let key: SecKey

    init(_ key: SecKey) { self.key = key }

    /// The key, in the form of `SecKeyCopyExternalRepresentation`.
    public var bytes: Data {
        get async throws { try answer { SecKeyCopyExternalRepresentation(key, $0) } as Data }
    }

    /// Returns the key: see ``bytes``.
    public func exportBytes(completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        Completion.run(completion) { try await self.bytes }
    }

    /// Encrypts data for the private key.
    public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try answer { SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    /// Encrypts data: see ``encrypt(_:algorithm:)``.
    public func encrypt(
        _ data: Data, algorithm: SecKeyAlgorithm,
        completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.encrypt(data, algorithm: algorithm) }
    }

    /// Returns whether the key encrypts with an algorithm.
    public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .encrypt, algorithm)
    }

    /// Verifies a signature of the private key.
    ///
    /// - Throws: `errSecVerifyFailed`, of `NSOSStatusErrorDomain`, for another signature.
    public func verify(
        _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm
    ) async throws {
        _ = try answer {
            SecKeyVerifySignature(
                key, algorithm, signedData as CFData, signature as CFData, $0) ? true : nil
        }
    }

    /// Verifies a signature: see ``verify(_:signature:algorithm:)``.
    public func verify(
        _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Completion.run(completion) {
            try await self.verify(signedData, signature: signature, algorithm: algorithm)
        }
    }

    /// Returns whether the key verifies signatures of an algorithm.
    public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .verify, algorithm)
    }
}

/// Returns the result of a function, or throws the error that it stores.
private func answer<Result>(
    _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Result?
) throws -> Result {
    var error: Unmanaged<CFError>?
    if let result = body(&error) { return result }
    throw error.map { $0.takeRetainedValue() as any Error } ?? LAError(.authenticationFailed)
}
