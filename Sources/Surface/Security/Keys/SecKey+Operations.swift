// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

// The operations of a key on the caller's objects; `algorithm` is the raw value of a
// `SecKeyAlgorithm`. Operations that the key can't or may not do fail before anything is fetched.
extension SecKey {
    func signature(
        of data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        NSData(
            try using(.sign, algorithm) { key, algorithm throws(KeychainError) in
                try data.lend { bytes throws(KeychainError) in
                    try callPKI(key.sign(bytes, algorithm))
                }
            })
    }

    /// Signs bytes, as ``StoredKey/sign(_:_:)`` does.
    func sign(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        try using(.sign, algorithm) { key, algorithm throws(KeychainError) in
            try bytes.lending { bytes throws(KeychainError) in
                try callPKI(key.sign(bytes, algorithm))
            }
        }
    }

    /// - Throws: `verifyFailed` for a signature that doesn't belong to this key and data.
    func verify(
        _ signature: NSData, of data: NSData, _ algorithm: NSString
    ) throws(KeychainError) {
        try using(.verify, algorithm) { key, algorithm throws(KeychainError) in
            try signature.lend { signature throws(KeychainError) in
                try data.lend { bytes throws(KeychainError) in
                    try callPKI(key.verify(signature, of: bytes, algorithm))
                }
            }
        }
    }

    func encrypted(
        _ data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        NSData(
            try using(.encrypt, algorithm) { key, algorithm throws(KeychainError) in
                try data.lend { bytes throws(KeychainError) in
                    try callPKI(key.encrypt(bytes, algorithm))
                }
            })
    }

    func decrypted(
        _ data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        NSData(
            secret: try using(.decrypt, algorithm) { key, algorithm throws(KeychainError) in
                try data.lend { bytes throws(KeychainError) in
                    try callPKI(key.decrypt(bytes, algorithm))
                }
            })
    }

    func exchange(
        with peer: SecKey, _ algorithm: NSString, _ parameters: NSDictionary
    ) throws(KeychainError) -> NSData {
        let parameters = try KeyExchangeParameters(parameters)
        let info = parameters.sharedInfo ?? NSData()
        guard peer.part == .public, let peer = peer.publicFacts else {
            throw KeychainError(.parameter, "public key: not a public key on the same curve")
        }
        return NSData(
            secret: try using(.keyExchange, algorithm) { key, algorithm throws(KeychainError) in
                try info.lend { info throws(KeychainError) in
                    try callPKI(
                        key.exchange(
                            with: peer, algorithm, count: parameters.count, sharedInfo: info))
                }
            })
    }

    /// Returns whether the key can and may do an operation; `operation` is the raw value of a
    /// `SecKeyOperationType`.
    func supports(_ operation: Int, _ algorithm: NSString) -> Bool {
        guard let operation = KeyOperation(rawValue: operation),
            let algorithm = try? KeyAlgorithm(algorithm)
        else { return false }
        return can(operation, algorithm) && may(operation)
    }

    /// Runs an operation with the key.
    ///
    /// - Throws: `parameter` when the key can't do the operation, `keyUsageIncorrect` when its
    ///   attributes forbid it.
    private func using<Result>(
        _ operation: KeyOperation, _ algorithm: NSString,
        _ body: (CryptoKey, KeyAlgorithm) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try using(operation, try KeyAlgorithm(algorithm), body)
    }

    private func using<Result>(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm,
        _ body: (CryptoKey, KeyAlgorithm) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        guard can(operation, algorithm) else {
            throw KeychainError(PKIError.unsupported(operation, by: self))
        }
        guard may(operation) else {
            throw KeychainError(
                .keyUsageIncorrect, "\(operation.attribute): the key may not \(operation)")
        }
        return try withKey { key throws(KeychainError) in try body(key, algorithm) }
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

/// The parameters of a key exchange.
struct KeyExchangeParameters {
    /// The number of bytes to derive.
    let count: Int?
    let sharedInfo: NSData?

    /// - Throws: `parameter` for a value of the wrong type.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let parameters = try KeyParameters(dictionary)
        count = try parameters["requestedSize"].map { value throws(KeychainError) in
            guard let count = value.integer else {
                throw KeychainError(
                    .parameter, "kSecKeyKeyExchangeParameterRequestedSize: not a number")
            }
            return Int(count)
        }
        sharedInfo = try parameters["sharedInfo"].map { value throws(KeychainError) in
            guard let data = value.object as? NSData else {
                throw KeychainError(.parameter, "kSecKeyKeyExchangeParameterSharedInfo: not data")
            }
            return data
        }
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
    fileprivate convenience init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }

    /// Calls `body` with the bytes.
    func lend<Result>(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
