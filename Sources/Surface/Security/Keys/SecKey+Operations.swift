// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainModel

// The operations of a key on bytes. Those that the key can't or may not do fail before anything is
// fetched.
extension SecKey {
    /// Signs bytes, as ``StoredKey/sign(_:_:)`` does.
    func sign(
        _ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        let key = try key(for: .sign, algorithm)
        return try callPKI(key.sign(bytes, algorithm))
    }

    /// - Throws: `verifyFailed` for a signature that doesn't belong to this key and these bytes.
    func verify(
        _ signature: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer,
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) {
        let key = try key(for: .verify, algorithm)
        try callPKI(key.verify(signature, of: bytes, algorithm))
    }

    func encrypt(
        _ plaintext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        let key = try key(for: .encrypt, algorithm)
        return try callPKI(key.encrypt(plaintext, algorithm))
    }

    func decrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        let key = try key(for: .decrypt, algorithm)
        return try callPKI(key.decrypt(ciphertext, algorithm))
    }

    func exchange(
        with peer: SecKey, _ algorithm: SecKeyAlgorithm, _ parameters: NSDictionary
    ) throws(KeychainError) -> NSData {
        let parameters = try KeyParameters(parameters)
        let (size, info) = (parameters["requestedSize"], parameters["sharedInfo"]?.object)
        let (count, sharedInfo) = (size?.integer.map(Int.init), info as? NSData)
        guard size == nil || count != nil else {
            throw KeychainError(
                .parameter, "kSecKeyKeyExchangeParameterRequestedSize: not a number")
        }
        guard info == nil || sharedInfo != nil else {
            throw KeychainError(.parameter, "kSecKeyKeyExchangeParameterSharedInfo: not data")
        }
        guard peer.part == .public, let peer = peer.publicFacts else {
            throw KeychainError(.parameter, "public key: not a public key on the same curve")
        }
        let algorithm = try KeyAlgorithm(algorithm)
        let key = try key(for: .keyExchange, algorithm)
        let secret = try (sharedInfo ?? NSData()).lend {
            try callPKI(key.exchange(with: peer, algorithm, count: count, sharedInfo: $0))
        }
        return NSData(secret: secret)
    }

    /// Returns whether the key can and may do an operation; `operation` is the raw value of a
    /// `SecKeyOperationType`.
    func supports(_ operation: Int, _ algorithm: SecKeyAlgorithm) -> Bool {
        guard let operation = KeyOperation(rawValue: operation),
            let algorithm = try? KeyAlgorithm(algorithm)
        else { return false }
        return can(operation, algorithm) && may(operation)
    }

    /// Returns the key for an operation.
    ///
    /// - Throws: `parameter` when the key can't do the operation, `keyUsageIncorrect` when its
    ///   attributes forbid it; as ``opened()``.
    private func key(
        for operation: KeyOperation, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> CryptoKey {
        guard can(operation, algorithm) else {
            throw KeychainError(PKIError.unsupported(operation, by: self))
        }
        guard may(operation) else {
            throw KeychainError(
                .keyUsageIncorrect, "\(operation.attribute): the key may not \(operation)")
        }
        return try opened()
    }

    private func can(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        guard let part, let publicFacts else { return false }
        return publicFacts.supports(operation, algorithm, as: part)
            && stored?.external?.supports(operation, algorithm) ?? true
    }

    private func may(_ operation: KeyOperation) -> Bool {
        itemAttributes[operation.attribute]?.integer != 0
    }
}

extension KeyAlgorithm {
    /// Finds an algorithm by its name.
    init(_ algorithm: SecKeyAlgorithm) throws(KeychainError) {
        guard let known = CFValue(algorithm.rawValue).text.flatMap(KeyAlgorithm.named) else {
            throw KeychainError(.parameter, "algorithm: not one of the kSecKeyAlgorithm values")
        }
        self = known
    }
}

extension NSData {
    /// Calls `body` with the bytes; it throws keychain errors alone.
    func lend<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws(KeychainError) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try translating {
            try body(UnsafeRawBufferPointer(start: bytes, count: length))
        }
    }
}
