// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainTokens

extension SecKey {
    /// Reads a key from its external representation; of a key in a token, the bytes are ignored.
    ///
    /// - Throws: `parameter` for a missing or unknown type or class, for an attribute of the wrong
    ///   type, and for bytes that are no such key; `itemNotFound` for a key that its token doesn't have.
    static func read(
        _ data: NSData, _ attributes: NSDictionary
    ) throws(KeychainError) -> SecKey {
        let parameters = try KeyParameters(attributes)
        if let token = parameters[.tokenID] { return try inToken(token, parameters) }
        // A missing type is reported before a missing class.
        _ = try parameters.typeNumber()
        switch try parameters.integer(.keyClass) {
        case 2:
            let type = try parameters.cipher()
            let given = try parameters.attributes()
            let secret = try data.lend { SecretBytes(copying: $0) }
            return SecKey(
                symmetric: secret,
                try type.attributes(of: secret).merging(given) { $1 }.withHistory(given: given))
        case let part:
            guard let part = part.flatMap(CryptoKey.Part.init(rawValue:)) else {
                throw .refused(.keyClass, "missing, or not public, private or symmetric")
            }
            let type = try parameters.pairType()
            let given = try parameters.attributes()
            let key = try data.lend { try callPKI(CryptoKey.readForeign(type, part, $0)) }
            return SecKey(key, given)
        }
    }

    /// Finds the stored key of a token that the parameters name by `toid`.
    ///
    /// - Throws: `parameter` without `toid`; `itemNotFound`.
    private static func inToken(
        _ token: CFValue, _ parameters: KeyParameters
    ) throws(KeychainError) -> SecKey {
        let id = try TokenID(try AttributeValue(token, for: .tokenID))
        guard let object = parameters[objectIDKey]?.object as? NSData else {
            throw .refused(.tokenID, "a token's key can't be made from data")
        }
        let use = try parameters.use()
        let keychain = try parameters.keychain() ?? .default
        let conditions = Query.Conditions([.tokenID: .string(id.rawValue)], limit: .all)
        let found = try keychain.find(
            try Query(.key, conditions), returning: .attributes, asking: use.asking)
        let objectID = [UInt8](object as Data)
        guard
            let item = found.first(where: { item in
                item.publicKey.flatMap(TPMKey.objectID) == objectID
            })
        else { throw KeychainError(.itemNotFound, "toid: the token has no such key") }
        return try SecKey(stored: item, in: keychain, use.carried)
    }

    /// The name of a key within its token (`kSecAttrTokenOID`).
    static let objectIDKey = "toid"

    /// Returns the public key of the pair; for a public key, the key itself.
    ///
    /// - Throws: `parameter` for a symmetric key, which has none.
    func publicKey() throws(KeychainError) -> SecKey {
        if part == .public { return self }
        guard let publicFacts else {
            throw KeychainError(.parameter, "key: a symmetric key has no public key")
        }
        return SecKey(try callPKI(publicFacts.publicKey()))
    }

    /// The number of bytes of the modulus, a coordinate or a block of the cipher; 0 for a symmetric
    /// key of an unknown kind.
    var blockSize: Int {
        publicFacts?.blockSize
            ?? itemAttributes[.type]?.keyNumber.flatMap(SymmetricKeyType.init(rawValue:))?.blockSize
            ?? 0
    }
}

/// The symmetric ciphers for which there is a `kSecAttrKeyType`.
///
/// A key of another kind, such as one for HMAC, can be stored as an item with any type.
enum SymmetricKeyType: Int64 {
    case des = 14
    case tripleDES = 17
    case rc2 = 23
    case rc4 = 25
    case cast = 56
    case aes = 2_147_483_649

    /// Returns whether a key may have this number of bytes.
    private func accepts(_ count: Int) -> Bool {
        switch self {
        case .des: count == 8
        case .tripleDES: count == 16 || count == 24
        case .rc2: (1...128).contains(count)
        case .rc4: (1...256).contains(count)
        case .cast: (5...16).contains(count)
        case .aes: count == 16 || count == 24 || count == 32
        }
    }

    /// The number of bytes of a block of the cipher.
    var blockSize: Int {
        switch self {
        case .aes: 16
        case .des, .tripleDES, .rc2, .cast: 8
        case .rc4: 1
        }
    }

    /// Returns the default attributes of a key.
    ///
    /// - Throws: `parameter` for bytes that can't be a key of the cipher.
    func attributes(
        of bytes: SecretBytes
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        guard accepts(bytes.count) else {
            throw KeychainError(.parameter, "key data: not a key size of the cipher")
        }
        let bits = AttributeValue.number(Int64(bytes.count) * 8)
        var attributes: [Attribute: AttributeValue] = [
            .keyClass: .number(2), .type: .number(rawValue), .keySizeInBits: bits,
            .effectiveKeySize: self == .des ? .number(56) : bits,
        ]
        let isTrue: Set<Attribute> = [
            .isPermanent, .isPrivate, .isModifiable, .isExtractable, .canEncrypt, .canDecrypt,
            .canDerive, .canWrap, .canUnwrap,
        ]
        for flag in SecKey.flags { attributes[flag] = .boolean(isTrue.contains(flag)) }
        return attributes
    }
}
