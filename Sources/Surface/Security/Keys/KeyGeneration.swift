// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainTokens

/// The parameters of a key generation.
struct KeyGeneration {
    let type: CryptoKey.KeyType
    let bits: Int?
    /// The token that makes the private key; nil for libcrypto.
    let token: TokenID?
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
    ///   wrong type, an invalid context, and halves in two keychains; `itemNotFound` for a token that
    ///   there isn't.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let whole = try KeyParameters(dictionary)
        var privateHalf = whole.half(
            try whole.nested("private", constant: "kSecPrivateKeyAttrs"))
        var publicHalf = whole.half(try whole.nested("public", constant: "kSecPublicKeyAttrs"))
        type = try whole.pairType()
        var token: TokenID?
        if let value = whole[.tokenID] ?? privateHalf[.tokenID] {
            token = try TokenID(try AttributeValue(value, for: .tokenID))
        }
        self.token = token
        var bits = try whole.integer(.keySizeInBits)
        guard bits != nil || token != nil else { throw .refused(.keySizeInBits, "missing") }
        if token != nil {
            if try privateHalf.boolean(.isExtractable) == true {
                throw .refused(.isExtractable, "a key never leaves its token")
            }
            if bits == nil { bits = try privateHalf.integer(.keySizeInBits) }
            privateHalf.prepareForToken(isPermanent: true)
            publicHalf.prepareForToken(isPermanent: false)
        } else if publicHalf[.tokenID] != nil {
            throw KeychainError(.unimplemented, "kSecAttrTokenID: a token has the private half")
        }
        self.bits = bits
        let keychains = [try privateHalf.keychain(), try publicHalf.keychain()].compactMap { $0 }
        if keychains.count == 2, keychains[0] != keychains[1] {
            throw KeychainError(.parameter, "kSecUseKeychain: both halves must be in one keychain")
        }
        keychain = keychains.first ?? .default
        use = try privateHalf.use()
        _ = try publicHalf.use()
        self.privateHalf = try Half(privateHalf)
        self.publicHalf = try Half(publicHalf)
        if token != nil, case .memory = self.privateHalf,
            case .data(let encoded)? = try privateHalf.storedAttributes()[.accessControl],
            try AccessControl(encoded: encoded).isConstrained
        {
            throw .refused(
                .accessControl, "the user can only be asked for a key that is permanent")
        }
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
    /// Generates a pair in the background, and calls `result` there. The parameters are read before, because the caller
    /// may change them.
    package static func generateInBackground(
        _ parameters: NSDictionary,
        _ result: @escaping @Sendable (SecKey?, SecKey?, KeychainError?) -> Void
    ) {
        @Sendable func fail(_ error: KeychainError) {
            LastError.keep(error, of: "SecKeyGeneratePairAsync")
            result(nil, nil, error)
        }
        do throws(KeychainError) {
            let request = try KeyGeneration(parameters)
            DispatchQueue.global().async {
                do throws(KeychainError) {
                    let pair = try request.run()
                    result(pair.publicKey, pair.privateKey, nil)
                } catch {
                    fail(error)
                }
            }
        } catch {
            fail(error)
        }
    }
}

extension KeyGeneration {
    /// Generates both halves of a pair, and stores the permanent ones: all or none.
    ///
    /// - Throws: what adding an item throws, such as `duplicateItem`.
    func run() throws(KeychainError) -> (publicKey: SecKey, privateKey: SecKey) {
        let key: CryptoKey
        if let token {
            key = CryptoKey.inToken(
                try TPMKey.create(type, bits: bits, in: token, at: .configured()))
        } else {
            key = try callPKI(CryptoKey.generate(type, bits: bits ?? 0))
        }
        let halves = [(try callPKI(key.publicKey()), publicHalf), (key, privateHalf)]
        var new: [NewItem] = []
        for case (let key, .stored(let attributes)) in halves {
            new.append(try .key(key, attributes))
        }
        var stored: [Item] = []
        if !new.isEmpty {
            stored = try keychain.add(new, duplicates: .refused, asking: use.asking)
        }
        var made: [SecKey] = []
        for (key, half) in halves {
            switch half {
            case .memory(let attributes): made.append(SecKey(key, attributes))
            case .stored:
                made.append(try SecKey(stored: stored.removeFirst(), in: keychain, use.carried))
            }
        }
        return (made[0], made[1])
    }
}

extension SecKey {
    /// Generates a symmetric key from the parameters, and stores it if they say so.
    ///
    /// - Throws: `parameter` for another type or size and for an attribute of the wrong type;
    ///   `unimplemented` for a key of a token; what adding an item throws.
    static func generateSymmetric(_ dictionary: NSDictionary) throws(KeychainError) -> SecKey {
        let parameters = try KeyParameters(dictionary)
        let type = try parameters.cipher()
        guard let bits = try parameters.integer(.keySizeInBits) else {
            throw .refused(.keySizeInBits, "missing")
        }
        guard bits > 0, bits % 8 == 0, bits <= 2048 else {
            throw .refused(.keySizeInBits, "not a key size of the cipher")
        }
        if parameters[.tokenID] != nil {
            throw KeychainError(.unimplemented, "kSecAttrTokenID: a token has no symmetric keys")
        }
        return try parameters.symmetricKey(try SecretBytes(randomBytes: bits / 8), type)
    }
}

extension SecretBytes {
    /// - Throws: `notAvailable` if the kernel returns no random bytes.
    fileprivate convenience init(randomBytes count: Int) throws(KeychainError) {
        var status = errSecSuccess
        self.init(count: count) {
            status = SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!)
        }
        guard status == errSecSuccess else {
            throw KeychainError(.notAvailable, "the kernel returns no random bytes")
        }
    }
}

extension KeyParameters {
    /// Reads `kSecAttrKeyType` for a symmetric key.
    func cipher() throws(KeychainError) -> SymmetricKeyType {
        guard let type = SymmetricKeyType(rawValue: Int64(try typeNumber())) else {
            throw KeychainError(.parameter, "kSecAttrKeyType: not a symmetric cipher")
        }
        return type
    }

    /// Makes a symmetric key with these attributes, and stores it if they say so; without an application label
    /// with a random one, so that it is no duplicate of another key.
    ///
    /// - Throws: `parameter` for bytes that can't be a key of the cipher; what adding an item throws.
    func symmetricKey(
        _ secret: SecretBytes, _ type: SymmetricKeyType
    ) throws(KeychainError) -> SecKey {
        let given = try attributes()
        let whole = try type.attributes(of: secret).merging(given) { $1 }
        let key = SecKey(symmetric: secret, whole.withHistory(given: given))
        guard try boolean(.isPermanent) == true else { return key }
        let use = try use()
        let keychain = try keychain() ?? .default
        var stored = whole.merging(try storedAttributes()) { $1 }
        stored[.keyClass] = .number(2)
        if stored[.applicationLabel] == nil {
            stored[.applicationLabel] = .data(
                try SecretBytes(randomBytes: 20).withBytes { Array($0) })
        }
        let item = try keychain.add(.symmetricKey(secret, stored), asking: use.asking)
        return try SecKey(stored: item, in: keychain, use.carried)
    }
}
