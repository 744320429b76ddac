// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

// The operations of a key on the caller's objects; `algorithm` is the raw value of a
// `SecKeyAlgorithm`. Operations that the key can't or may not do fail before anything is fetched.
extension SecKey {
    func signature(of data: NSData, _ algorithm: NSString) throws(KeychainError) -> NSData {
        let (key, algorithm) = try key(for: .sign, algorithm)
        return NSData(try data.lend { try callPKI(key.sign($0, algorithm)) })
    }

    /// Signs bytes, as ``StoredKey/sign(_:_:)`` does.
    func sign(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        let key = try key(for: .sign, algorithm)
        return try translating {
            try bytes.withUnsafeBytes { try callPKI(key.sign($0, algorithm)) }
        }
    }

    /// - Throws: `verifyFailed` for a signature that doesn't belong to this key and data.
    func verify(
        _ signature: NSData, of data: NSData, _ algorithm: NSString
    ) throws(KeychainError) {
        let (key, algorithm) = try key(for: .verify, algorithm)
        try signature.lend { signature in
            try data.lend { try callPKI(key.verify(signature, of: $0, algorithm)) }
        }
    }

    func encrypted(_ data: NSData, _ algorithm: NSString) throws(KeychainError) -> NSData {
        let (key, algorithm) = try key(for: .encrypt, algorithm)
        return NSData(try data.lend { try callPKI(key.encrypt($0, algorithm)) })
    }

    func decrypted(_ data: NSData, _ algorithm: NSString) throws(KeychainError) -> NSData {
        let (key, algorithm) = try key(for: .decrypt, algorithm)
        return NSData(secret: try data.lend { try callPKI(key.decrypt($0, algorithm)) })
    }

    func exchange(
        with peer: SecKey, _ algorithm: NSString, _ parameters: NSDictionary
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
        let (key, algorithm) = try key(for: .keyExchange, algorithm)
        let secret = try (sharedInfo ?? NSData()).lend {
            try callPKI(key.exchange(with: peer, algorithm, count: count, sharedInfo: $0))
        }
        return NSData(secret: secret)
    }

    /// Returns whether the key can and may do an operation; `operation` is the raw value of a
    /// `SecKeyOperationType`.
    func supports(_ operation: Int, _ algorithm: NSString) -> Bool {
        guard let operation = KeyOperation(rawValue: operation),
            let algorithm = try? KeyAlgorithm(algorithm)
        else { return false }
        return can(operation, algorithm) && may(operation)
    }

    /// Returns the key for an operation, with its algorithm.
    ///
    /// - Throws: `parameter` when the key can't do the operation, `keyUsageIncorrect` when its
    ///   attributes forbid it; as ``opened()``.
    private func key(
        for operation: KeyOperation, _ name: NSString
    ) throws(KeychainError) -> (CryptoKey, KeyAlgorithm) {
        let algorithm = try KeyAlgorithm(name)
        return (try key(for: operation, algorithm), algorithm)
    }

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
    fileprivate init(_ name: NSString) throws(KeychainError) {
        guard let known = CFValue(name).text.flatMap(KeyAlgorithm.named) else {
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
