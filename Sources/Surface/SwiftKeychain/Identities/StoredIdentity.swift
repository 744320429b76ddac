// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

/// A certificate together with its private key, both in a keychain.
public struct StoredIdentity: Sendable {
    /// The reference and the attributes of the identity: the certificate's, then the key's.
    public let item: Item
    public let certificate: Certificate
    public let privateKey: StoredKey

    /// Reads an item that was found with its certificate.
    package init(
        _ item: Item, in keychain: Keychain, _ authentication: Authentication
    ) throws(KeychainError) {
        guard let key = item.privateKey else {
            throw KeychainError(.decode, "identity: without a private key")
        }
        certificate = try Certificate(item)
        privateKey = try StoredKey(key, in: keychain, authentication)
        self.item = item
    }
}

extension Keychain {
    /// Stores a certificate and its private key durably, both or none. One of them may be stored
    /// already.
    ///
    ///     let identity = try Keychain.default.add(
    ///         certificate, with: key, [.label: .string("server")])
    ///
    /// - Parameters:
    ///   - attributes: what their owner adds; each half gets those of its class.
    ///   - authentication: how the user is asked, now and whenever the key is used.
    /// - Throws: `duplicateItem` when both are stored already; `parameter` for a key that isn't the
    ///   certificate's; as ``add(_:asking:)``.
    @discardableResult
    public func add(
        _ certificate: Certificate, with key: CryptoKey,
        _ attributes: [Attribute: AttributeValue] = [:],
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> StoredIdentity {
        guard key.part == .private,
            try callPKI(certificate.publicKey.cryptoKey()).publicBytes == key.publicBytes
        else { throw KeychainError(.parameter, "identity: the key is not of its certificate") }
        func half(_ itemClass: ItemClass) -> [Attribute: AttributeValue] {
            attributes.filter { itemClass.attributes[$0.key] != nil }
        }
        let items = try add(
            [.certificate(certificate, half(.certificate)), .key(key, half(.key))],
            duplicates: .refusedIfAll, asking: authentication)
        return try StoredIdentity(Item(identity: items[0], items[1]), in: self, authentication)
    }

    /// Finds identities, oldest certificate first; none when none matches.
    ///
    ///     for identity in try Keychain.default.identities([.label: .string("server")]) {
    ///         print(identity.certificate.commonName ?? "")
    ///     }
    ///
    /// - Parameter authentication: how the user is asked, now and whenever a key is used.
    /// - Throws: as ``find(_:returning:asking:)``, except `itemNotFound`.
    public func identities(
        _ attributes: [Attribute: AttributeValue] = [:], matching match: CertificateMatch? = nil,
        limit: Query.Limit = .all, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [StoredIdentity] {
        let items = try values(.identity, attributes, match, limit, authentication)
        return try translating {
            try items.map { try StoredIdentity($0, in: self, authentication) }
        }
    }
}
