import Foundation
import SwiftKeychainModel

/// Gives the bytes of a key, as ``SecKeyCreateWithData(_:_:_:)`` takes them.
///
/// Those of a private or symmetric key lie in locked memory, which is wiped when the object goes.
///
/// - Parameter error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code `errSecKeyIsSensitive`, for a private or symmetric key
///   whose `kSecAttrIsExtractable` is false or `kSecAttrIsSensitive` true; and with the codes of
///   ``SecItemCopyMatching(_:_:)`` for a stored one that cannot be fetched.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { () throws(KeychainError) in try key.externalRepresentation() }
}

/// Gives the attributes of a key: its class, type and size, what it can do, the hash of its public
/// key as `kSecAttrApplicationLabel`, and its bytes as `kSecValueData`; of a key in a keychain the
/// attributes it is stored with, and the bytes only where it is public.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { key.attributes }

/// Tells how many bytes the modulus of an RSA key has, a coordinate of an elliptic curve key, or a
/// block of a cipher.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.blockSize }

/// Tells whether a key can do an operation with an algorithm.
///
/// Private keys sign, decrypt and exchange; public keys verify and encrypt. A padding that does not
/// fit into the key is not supported, and what a `kSecAttrCan…` of the key forbids neither.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    key.supports(operation.rawValue, algorithm.rawValue)
}
