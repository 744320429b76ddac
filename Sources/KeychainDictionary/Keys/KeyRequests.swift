import Foundation
import KeychainCertificates
import KeychainMemory
import KeychainModel

/// Holds what the parameters of a key generation say.
struct KeyGeneration {
    let type: CryptoKey.KeyType
    let bits: Int
    let privateAttributes: [Attribute: AttributeValue]
    let publicAttributes: [Attribute: AttributeValue]

    /// - Throws: `parameter` for a missing or unknown type, a missing size, and an attribute of the
    ///   wrong type; `unimplemented` for a key that is to be stored (`kSecAttrIsPermanent`), or to
    ///   be made by a token.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let whole = try KeyParameters(dictionary)
        let privateHalf = try whole.nested("private", constant: "kSecPrivateKeyAttrs")
        let publicHalf = try whole.nested("public", constant: "kSecPublicKeyAttrs")
        type = try whole.pairType()
        guard let bits = try whole.integer(.keySizeInBits) else {
            throw .refused(.keySizeInBits, "missing")
        }
        self.bits = bits
        for parameters in [whole, privateHalf, publicHalf] {
            guard let parameters else { continue }
            if try parameters.boolean(.isPermanent) == true {
                throw KeychainError(
                    .unimplemented, "kSecAttrIsPermanent: keys are not stored yet")
            }
            if parameters[.tokenID] != nil {
                throw KeychainError(.unimplemented, "kSecAttrTokenID: there are no tokens yet")
            }
        }
        let common = try whole.attributes()
        privateAttributes = common.merging(try privateHalf?.attributes() ?? [:]) { $1 }
        publicAttributes = common.merging(try publicHalf?.attributes() ?? [:]) { $1 }
    }
}

/// Holds what the attributes of key data say.
struct KeyImport {
    enum Kind {
        case pair(CryptoKey.KeyType, CryptoKey.Part)
        case symmetric(SymmetricKeyType)
    }

    let kind: Kind
    let attributes: [Attribute: AttributeValue]

    /// - Throws: `parameter` for a missing or unknown type or class, for an attribute of the wrong
    ///   type, and for a token's key.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let parameters = try KeyParameters(dictionary)
        let number = try parameters.typeNumber()
        switch try parameters.integer(.keyClass) {
        case 2:
            guard let type = SymmetricKeyType(rawValue: Int64(number)) else {
                throw KeychainError(.parameter, "kSecAttrKeyType: no cipher")
            }
            kind = .symmetric(type)
        case let part:
            guard let part = part.flatMap(CryptoKey.Part.init(rawValue:)) else {
                throw .refused(.keyClass, "missing, or not public, private or symmetric")
            }
            kind = .pair(try parameters.pairType(), part)
        }
        if parameters[.tokenID] != nil {
            throw .refused(.tokenID, "the key of a token is not made of data")
        }
        attributes = try parameters.attributes()
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
