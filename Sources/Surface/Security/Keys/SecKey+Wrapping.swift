// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// Encrypts a symmetric key with an AES key, by AES key wrap with padding (RFC 5649).
///
/// - Parameters:
///   - keyToWrap: a key whose bytes may be exported.
///   - wrappingKey: an AES key whose `kSecAttrCanWrap` is not false.
///   - parameters: without effect.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for another kind of key;
///   `errSecKeyIsSensitive` for a key that may not be exported; -67731 for a key that may not wrap; and the
///   codes of ``SecItemCopyMatching(_:_:)`` for a stored key that cannot be fetched.
public func SecKeyWrapSymmetric(
    _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) {
        guard keyToWrap.publicFacts == nil else {
            throw KeychainError(.parameter, "keyToWrap: not a symmetric key")
        }
        let wrapping = try wrappingKey.cipherBytes(for: .canWrap, "wrappingKey")
        let bytes = try keyToWrap.externalRepresentation().lend { SecretBytes(copying: $0) }
        return Data(try callPKI(AESKeyWrap.padded.wrap(bytes, with: wrapping))) as CFData
    }
}

/// Decrypts a symmetric key that ``SecKeyWrapSymmetric(_:_:_:_:)`` encrypted.
///
/// - Parameters:
///   - keyToUnwrap: the encrypted key.
///   - unwrappingKey: the AES key that encrypted it, whose `kSecAttrCanUnwrap` is not false.
///   - parameters: as for ``SecKeyGenerateSymmetric(_:_:)``, without a size.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for bytes that this key didn't encrypt, for another
///   kind of key, and for a key that isn't one of the cipher; -67731 for a key that may not unwrap.
public func SecKeyUnwrapSymmetric(
    _ keyToUnwrap: UnsafeMutablePointer<CFData?>, _ unwrappingKey: SecKey,
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) {
        guard let wrapped = keyToUnwrap.pointee else {
            throw KeychainError(.parameter, "keyToUnwrap: nil")
        }
        let parameters = try KeyParameters(parameters)
        let type = try parameters.cipher()
        let key = try unwrappingKey.cipherBytes(for: .canUnwrap, "unwrappingKey")
        let bytes = try wrapped.lend { try callPKI(AESKeyWrap.padded.unwrap($0, with: key)) }
        return try parameters.symmetricKey(bytes, type)
    }
}

extension SecKey {
    /// Returns the bytes of an AES key that may be used for an operation.
    ///
    /// - Throws: `parameter` for another key; `keyUsageIncorrect`; as ``StoredKey/secretForUse()``.
    fileprivate func cipherBytes(
        for operation: Attribute, _ name: String
    ) throws(KeychainError) -> SecretBytes {
        guard itemAttributes[.type]?.keyNumber == SymmetricKeyType.aes.rawValue else {
            throw KeychainError(.parameter, "\(name): not an AES key")
        }
        guard itemAttributes[operation]?.integer != 0 else {
            throw KeychainError(.keyUsageIncorrect, "\(name): the key may not do that")
        }
        switch material {
        case .symmetric(let bytes): return bytes
        case .stored(let stored): return try stored.secretForUse().secret
        case .memory: throw KeychainError(.parameter, "\(name): not a symmetric key")
        }
    }
}
