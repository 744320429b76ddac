import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

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
