import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// The parameters of a key generation.
struct KeyGeneration {
    let type: CryptoKey.KeyType
    let bits: Int
    let privateHalf: Half
    let publicHalf: Half
    /// The keychain in which permanent halves are stored.
    let keychain: Keychain
    /// How the user may be asked for the private half, now and whenever it is used; the parameters
    /// of the whole pair count.
    let use: UseOptions

    /// The place of a generated half.
    enum Half {
        /// It stays in memory, with these attributes.
        case memory([Attribute: AttributeValue])
        /// It is stored with these attributes (`kSecAttrIsPermanent`).
        case stored([Attribute: AttributeValue])
    }

    /// - Throws: `parameter` for a missing or unknown type, a missing size, an attribute of the
    ///   wrong type, an invalid context, and halves in two keychains; `unimplemented` for a key of
    ///   a token.
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
            throw KeychainError(.unimplemented, "kSecAttrTokenID: tokens are not supported")
        }
        let keychains = [try privateHalf.keychain(), try publicHalf.keychain()].compactMap { $0 }
        if keychains.count == 2, keychains[0] != keychains[1] {
            throw KeychainError(.parameter, "kSecUseKeychain: both halves must be in one keychain")
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
        // Both are read, so that an invalid flag is refused in either case.
        let own = try parameters.attributes()
        guard try parameters.boolean(.isPermanent) == true else {
            self = .memory(own)
            return
        }
        self = .stored(try parameters.storedAttributes().merging(own) { $1 })
    }
}

extension SecKey {
    /// Generates both halves of a pair from the parameters, and stores the permanent ones: all or
    /// none.
    ///
    /// - Throws: as ``KeyGeneration``; what adding an item throws, such as `duplicateItem`.
    static func generate(
        _ parameters: NSDictionary
    ) throws(KeychainError) -> (publicKey: SecKey, privateKey: SecKey) {
        let request = try KeyGeneration(parameters)
        let key = try callPKI(CryptoKey.generate(request.type, bits: request.bits))
        let halves = [
            (try callPKI(key.publicKey()), request.publicHalf), (key, request.privateHalf),
        ]
        var new: [NewItem] = []
        for case (let key, .stored(let attributes)) in halves {
            new.append(try .key(key, attributes))
        }
        var stored: [Item] = []
        if !new.isEmpty {
            stored = try request.keychain.add(new, duplicates: .refused, asking: request.use.asking)
        }
        var made: [SecKey] = []
        for (key, half) in halves {
            switch half {
            case .memory(let attributes): made.append(SecKey(key, attributes))
            case .stored:
                made.append(
                    try SecKey(
                        stored: stored.removeFirst(), in: request.keychain, request.use.carried))
            }
        }
        return (made[0], made[1])
    }
}
