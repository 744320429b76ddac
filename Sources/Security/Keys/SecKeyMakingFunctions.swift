import Foundation
import SwiftKeychainModel

/// Generates a private key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, RSA or elliptic curve (`kSecAttrKeyTypeECSECPrimeRandom`),
///     and `kSecAttrKeySizeInBits`: for RSA a multiple of 8 from 512 to 8192, for elliptic curves
///     192, 256, 384 or 521. Any attribute of a key may stand beside them; `kSecPrivateKeyAttrs` and
///     `kSecPublicKeyAttrs` hold what is said of a half alone. A half whose `kSecAttrIsPermanent`
///     is true is stored, in the keychain of `kSecUseKeychain` or the default one.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code `errSecParam`, for another type or size; with
///   `errSecUnimplemented` for a key of a token (`kSecAttrTokenID`), as there are none; and with the
///   codes of ``SecItemAdd(_:_:)`` for what cannot be stored, as `errSecDuplicateItem`: then neither
///   half is.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) { () throws(KeychainError) in
        try SecKey.generate(parameters).privateKey
    }
}

/// Generates a pair of keys.
///
/// - Parameters:
///   - parameters: as for ``SecKeyCreateRandomKey(_:_:)``.
///   - publicKey: room for the public key, or nil; untouched after a failure.
///   - privateKey: room for the private key, or nil; untouched after a failure.
/// - Returns: `errSecSuccess`, or the codes of ``SecKeyCreateRandomKey(_:_:)``.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let pair = try SecKey.generate(parameters)
        publicKey?.pointee = pair.publicKey
        privateKey?.pointee = pair.privateKey
    }
}

/// Makes a key of its external representation.
///
/// - Parameters:
///   - keyData: for RSA, PKCS#1 `RSAPublicKey` or `RSAPrivateKey` in DER (RFC 8017, A.1); for
///     elliptic curves 04 ‖ X ‖ Y, followed by K in a private key (ANSI X9.63; SEC 1, 2.3.3); for
///     symmetric keys their bytes.
///   - attributes: `kSecAttrKeyType`, and `kSecAttrKeyClass`, public, private or symmetric. A
///     `kSecAttrCan…` that is false forbids the operation, and `kSecAttrIsExtractable` that the
///     key leaves. The key is not stored, whatever `kSecAttrIsPermanent` says.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code `errSecParam`, for bytes that are no such key: another
///   encoding, an unknown size, a point beside its curve, numbers that do not belong together.
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    handingError(to: error) { () throws(KeychainError) in try SecKey.read(keyData, attributes) }
}

/// Gives the public key of a pair; a public key is its own. nil for a symmetric key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { try? key.publicKey() }
