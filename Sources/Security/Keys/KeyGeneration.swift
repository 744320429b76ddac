import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

/// Holds what the parameters of a key generation say.
struct KeyGeneration {
    let type: CryptoKey.KeyType
    let bits: Int
    let privateHalf: Half
    let publicHalf: Half
    /// The keychain in which permanent halves are stored.
    let keychain: Keychain
    /// How to go about a person for the private half, now and whenever it is used; what is said of
    /// the whole pair counts.
    let use: UseOptions

    /// Says what becomes of a half.
    enum Half {
        /// It stays in memory, with these attributes.
        case memory([Attribute: AttributeValue])
        /// It is stored with these attributes (`kSecAttrIsPermanent`).
        case stored([Attribute: AttributeValue])
    }

    /// - Throws: `parameter` for a missing or unknown type, a missing size, an attribute of the
    ///   wrong type, what is no context, and halves in two keychains; `unimplemented` for a key to be
    ///   made by a token.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let whole = try KeyParameters(dictionary)
        let privateHalf = whole.half(
            try whole.nested("private", constant: "kSecPrivateKeyAttrs"))
        let publicHalf = whole.half(try whole.nested("public", constant: "kSecPublicKeyAttrs"))
        type = try whole.pairType()
        guard let bits = try whole.integer(.keySizeInBits) else {
            throw .refused(.keySizeInBits, "missing")
        }
        self.bits = bits
        if privateHalf[.tokenID] != nil || publicHalf[.tokenID] != nil {
            throw KeychainError(.unimplemented, "kSecAttrTokenID: there are no tokens yet")
        }
        let keychains = [try privateHalf.keychain(), try publicHalf.keychain()].compactMap { $0 }
        if keychains.count == 2, keychains[0] != keychains[1] {
            throw KeychainError(.parameter, "kSecUseKeychain: both halves lie in one keychain")
        }
        keychain = keychains.first ?? .default
        use = try privateHalf.use()
        _ = try publicHalf.use()
        self.privateHalf = try Half(privateHalf)
        self.publicHalf = try Half(publicHalf)
    }
}

extension KeyGeneration.Half {
    fileprivate init(_ parameters: KeyParameters) throws(KeychainError) {
        // Both are read, so that a flag that is none is refused wherever the key lies.
        let own = try parameters.attributes()
        guard try parameters.boolean(.isPermanent) == true else {
            self = .memory(own)
            return
        }
        self = .stored(try parameters.storedAttributes().merging(own) { $1 })
    }
}
