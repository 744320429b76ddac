import Foundation
import KeychainDictionary
import KeychainModel
import KeychainObjects

/// Gives the bytes of a key, as ``SecKeyCreateWithData(_:_:_:)`` takes them.
///
/// Those of a private key lie in locked memory, which is wiped when the object goes.
///
/// - Parameter error: room for an error, or nil. The caller releases what is put there.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    key.externalRepresentation
}

/// Gives the attributes of a key: its class, type and size, what it can do, the hash of its public
/// key as `kSecAttrApplicationLabel`, and its bytes as `kSecValueData`.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? { key.attributes }

/// Tells how many bytes the modulus of an RSA key has, or a coordinate of an elliptic curve key.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.blockSize }

/// Tells whether a key can do an operation with an algorithm.
///
/// Private keys sign, decrypt and exchange; public keys verify and encrypt. A padding that does not
/// fit into the key is not supported.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    key.supports(operation.rawValue, algorithm.rawValue)
}
