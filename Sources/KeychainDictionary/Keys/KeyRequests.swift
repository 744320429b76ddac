import Foundation
import KeychainCertificates
import KeychainMemory
import KeychainModel

/// Holds what the parameters of a key generation say.
struct KeyGeneration {
    let type: CryptoKey.KeyType
    let bits: Int

    /// - Throws: `parameter` for a missing or unknown type or a missing size; `unimplemented` for a
    ///   key that is to be stored (`kSecAttrIsPermanent`), or to be made by a token.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let whole = try KeyParameters(dictionary)
        let halves = [
            try whole.nested("private", constant: "kSecPrivateKeyAttrs"),
            try whole.nested("public", constant: "kSecPublicKeyAttrs"),
        ].compactMap { $0 }
        type = try whole.keyType()
        guard let bits = try whole.integer(.keySizeInBits) else {
            throw .refused(.keySizeInBits, "missing")
        }
        self.bits = bits
        for parameters in [whole] + halves {
            if try parameters.boolean(.isPermanent) == true {
                throw KeychainError(
                    .unimplemented, "kSecAttrIsPermanent: keys are not stored yet")
            }
            if parameters[.tokenID] != nil {
                throw KeychainError(.unimplemented, "kSecAttrTokenID: there are no tokens yet")
            }
        }
    }
}

/// Holds what the attributes of key data say.
struct KeyImport {
    let type: CryptoKey.KeyType
    let part: CryptoKey.Part

    /// - Throws: `parameter` for a missing or unknown type or class, and for a token's key.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let parameters = try KeyParameters(dictionary)
        type = try parameters.keyType()
        let part = try parameters.integer(.keyClass).flatMap { CryptoKey.Part(rawValue: $0) }
        guard let part else {
            throw .refused(.keyClass, "missing, or neither public nor private")
        }
        self.part = part
        if parameters[.tokenID] != nil {
            throw .refused(.tokenID, "the key of a token is not made of data")
        }
    }
}

/// Holds the parameters of a key exchange.
struct KeyExchangeParameters {
    /// How many bytes are to be derived.
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
