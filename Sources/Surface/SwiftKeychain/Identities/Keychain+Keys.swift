// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension Keychain {
    /// Stores one half of a key pair durably.
    ///
    ///     let key = try CryptoKey.generate(.ellipticCurve, bits: 256)
    ///     let stored = try Keychain.default.add(key, [.label: .string("server")])
    ///     let signature = try stored.sign(Array("text".utf8), .ecdsa(.x962, .message(.sha256)))
    ///
    /// - Parameters:
    ///   - attributes: what its owner adds: a label, a tag, usage flags, …
    ///   - authentication: how the user is asked, now and whenever the key is used.
    /// - Throws: `duplicateItem` when the key is stored in the group with the same tag; what
    ///   ``Keychain/add(_:asking:)`` throws.
    @discardableResult
    public func add(
        _ key: CryptoKey, _ attributes: [Attribute: AttributeValue] = [:],
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> StoredKey {
        let item = try add(try NewItem.key(key, attributes), asking: authentication)
        return try StoredKey(item, in: self, authentication)
    }

    /// Makes a key pair and stores both halves, each an item with these attributes.
    package func addKeyPair(
        _ type: CryptoKey.KeyType, bits: Int, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> CryptoKey {
        let key = try callPKI(CryptoKey.generate(type, bits: bits))
        let halves = [try callPKI(key.publicKey()), key]
        _ = try add(
            halves.map { half throws(KeychainError) in try NewItem.key(half, attributes) },
            duplicates: .refused)
        return key
    }

    /// Stores the bytes of a symmetric key durably.
    ///
    ///     try Keychain.default.add(symmetricKey: secret, [.label: .string("disk")])
    ///
    /// - Throws: as `add(_:_:asking:)`.
    @discardableResult
    public func add(
        symmetricKey bytes: SecretBytes, _ attributes: [Attribute: AttributeValue] = [:],
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> StoredKey {
        let item = try add(try NewItem.symmetricKey(bytes, attributes), asking: authentication)
        return try StoredKey(item, in: self, authentication)
    }

    /// Finds keys, oldest first; none when none matches.
    ///
    ///     let keys = try Keychain.default.keys([.label: .string("server"), .canSign: .boolean(true)])
    ///
    /// - Parameter authentication: how the user is asked, now and whenever a key is used.
    /// - Throws: as ``Keychain/find(_:returning:asking:)``, but for `itemNotFound`.
    public func keys(
        _ attributes: [Attribute: AttributeValue] = [:], matching match: CertificateMatch? = nil,
        limit: Query.Limit = .all, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [StoredKey] {
        let items = try values(.key, attributes, match, limit, authentication)
        return try translating {
            try items.map { try StoredKey($0, in: self, authentication) }
        }
    }
}
