// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

/// Generates a private key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, RSA or elliptic curve (`kSecAttrKeyTypeECSECPrimeRandom`),
///     and `kSecAttrKeySizeInBits`: for RSA a multiple of 8 from 512 to 8192, for elliptic curves
///     192, 256, 384 or 521. Any attribute of a key may be added; `kSecPrivateKeyAttrs` and
///     `kSecPublicKeyAttrs` hold attributes of one half. A half whose `kSecAttrIsPermanent` is true
///     is stored, in the keychain of `kSecUseKeychain` or the default one.
///     With `kSecAttrTokenIDSecureEnclave` the machine's TPM 2.0 makes the private key, of P-256; with the
///     token `com.apple.setoken:tpm2` of P-256, P-384 or RSA-2048.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for another type or size; for a key of a token
///   (`kSecAttrTokenID`) with `errSecUnimplemented` without a TPM or libtss2, and `errSecItemNotFound` for
///   another token; and with the codes of ``SecItemAdd(_:_:)``, such as `errSecDuplicateItem`, where neither half was
///   stored.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) {
        try KeyGeneration(parameters).run().privateKey
    }
}

/// Generates a pair of keys.
///
/// - Parameters:
///   - parameters: as for ``SecKeyCreateRandomKey(_:_:)``.
///   - publicKey: receives the public key, or nil; unchanged after a failure.
///   - privateKey: receives the private key, or nil; unchanged after a failure.
/// - Returns: `errSecSuccess`, or the codes of ``SecKeyCreateRandomKey(_:_:)``.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    LastError.status {
        let pair = try KeyGeneration(parameters).run()
        publicKey?.pointee = pair.publicKey
        privateKey?.pointee = pair.privateKey
    }
}

/// A function that receives the halves of a generated pair, or an error and no keys.
public typealias SecKeyGeneratePairBlock = (SecKey?, SecKey?, CFError?) -> Void

/// Generates a pair of keys in the background.
///
/// - Parameters:
///   - parameters: as for ``SecKeyCreateRandomKey(_:_:)``.
///   - deliveryQueue: the queue on which `result` is called.
///   - result: called once, with the public key and the private key, or with an error whose code is one
///     of ``SecKeyCreateRandomKey(_:_:)``.
public func SecKeyGeneratePairAsync(
    _ parameters: CFDictionary, _ deliveryQueue: DispatchQueue,
    _ result: @escaping SecKeyGeneratePairBlock
) {
    nonisolated(unsafe) let result = result
    SecKey.generateInBackground(parameters) { publicKey, privateKey, error in
        deliveryQueue.async { result(publicKey, privateKey, error?.object) }
    }
}

/// Generates a symmetric key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, a cipher such as `kSecAttrKeyTypeAES`, and `kSecAttrKeySizeInBits`,
///     a size of the cipher. Any attribute of a key may be added. With a true `kSecAttrIsPermanent` the
///     key is stored, in the keychain of `kSecUseKeychain` or the default one.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for another type or size, and with the codes of
///   ``SecItemAdd(_:_:)`` where the key can't be stored.
public func SecKeyGenerateSymmetric(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) {
        try SecKey.generateSymmetric(parameters)
    }
}

/// Makes a key from its external representation.
///
/// - Parameters:
///   - keyData: for RSA, PKCS#1 `RSAPublicKey` or `RSAPrivateKey` in DER (RFC 8017, A.1); for
///     elliptic curves 04 ‖ X ‖ Y, followed by K in a private key (ANSI X9.63; SEC 1, 2.3.3); for
///     symmetric keys their bytes.
///   - attributes: `kSecAttrKeyType`, and `kSecAttrKeyClass`, public, private or symmetric. A false
///     `kSecAttrCan…` forbids the operation, and a false `kSecAttrIsExtractable` the export. The
///     key is not stored, even with `kSecAttrIsPermanent`.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for bytes that are not such a key: another
///   encoding, an unknown size, a point not on its curve, or inconsistent numbers.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) { try SecKey.read(keyData, attributes) }
}

/// Returns the public key of a pair; for a public key, the key itself; nil for a symmetric key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    LastError.keeping { try key.publicKey() }
}

/// Returns the bytes of a key, as ``SecKeyCreateWithData(_:_:_:)`` takes them.
///
/// Those of a private or symmetric key are in locked memory, which is wiped when the object is
/// released.
///
/// - Parameter error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecKeyIsSensitive`, for a private or symmetric key
///   whose `kSecAttrIsExtractable` is false or `kSecAttrIsSensitive` true; and with the codes of
///   ``SecItemCopyMatching(_:_:)`` for a stored key that can't be fetched.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { try key.externalRepresentation() }
}

/// Returns the attributes of a key: its class, type and size, the operations it can do, the hash of
/// its public key as `kSecAttrApplicationLabel`, and its bytes as `kSecValueData`; of a key in a
/// keychain the attributes it is stored with, and the bytes only where it is public.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { key.attributes }

/// Returns how many bytes the modulus of an RSA key has, a coordinate of an elliptic curve key, or
/// a block of a cipher.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.blockSize }

/// Returns whether a key can do an operation with an algorithm.
///
/// Private keys sign, decrypt and exchange; public keys verify and encrypt. A padding that does not
/// fit into the key is not supported, and nor is an operation that a `kSecAttrCan…` of the key
/// forbids.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    key.supports(operation.rawValue, algorithm)
}
