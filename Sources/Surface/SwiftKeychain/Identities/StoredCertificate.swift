// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

/// A certificate in a keychain.
public struct StoredCertificate: Sendable {
    /// The reference and the attributes, including those derived from the certificate.
    public let item: Item
    public let certificate: Certificate

    /// Reads the certificate of an item that was found with its secret.
    init(_ item: Item) throws(KeychainError) {
        certificate = try Certificate(item)
        self.item = item
    }
}

extension Keychain {
    /// Stores a certificate durably.
    ///
    ///     let certificate = try Certificate(der: bytes)
    ///     try Keychain.default.add(certificate, [.label: .string("mail")])
    ///
    /// - Parameter attributes: what its owner adds: a label, which is the subject summary otherwise,
    ///   an access group, … Attributes that follow from the certificate need not be given.
    /// - Throws: `duplicateItem` when a certificate of the same type, issuer and serial number is
    ///   stored in the group; `parameter` for another value of a derived attribute; as
    ///   ``add(_:asking:)``.
    @discardableResult
    public func add(
        _ certificate: Certificate, _ attributes: [Attribute: AttributeValue] = [:],
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> StoredCertificate {
        try StoredCertificate(
            try add(try NewItem.certificate(certificate, attributes), asking: authentication))
    }

    /// Finds certificates, oldest first; none when none matches.
    ///
    ///     var match = CertificateMatch()
    ///     match.trustedOnly = true
    ///     let certificates = try Keychain.default.certificates(matching: match)
    ///
    /// - Parameters:
    ///   - attributes: conditions that are looked up by index or column.
    ///   - match: conditions on what is in the certificate.
    /// - Throws: as ``find(_:returning:asking:)``, except `itemNotFound`.
    public func certificates(
        _ attributes: [Attribute: AttributeValue] = [:], matching match: CertificateMatch? = nil,
        limit: Query.Limit = .all, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [StoredCertificate] {
        try values(.certificate, attributes, match, limit, authentication)
            .map(StoredCertificate.init)
    }

    /// Finds items of a class with what stored certificates, keys and identities are made of.
    func values(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue],
        _ match: CertificateMatch?, _ limit: Query.Limit, _ authentication: Authentication
    ) throws(KeychainError) -> [Item] {
        try findAny(
            try Query(itemClass, Query.Conditions(attributes, limit: limit)), matching: match,
            returning: [.attributes, .reference], asking: authentication)
    }
}
