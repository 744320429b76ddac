// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Holds keys that are made once for all tests.
enum Samples {
    static let key = try! CryptoKey.generate(.ellipticCurve, bits: 256)
    static let other = try! CryptoKey.generate(.ellipticCurve, bits: 256)

    static func certificate(
        _ name: String, of key: CryptoKey? = nil, serial: UInt16 = 1, issuer: String = "Root"
    ) throws -> Certificate {
        try MadeCertificate.make(
            subject: MadeCertificate.name(name), issuer: MadeCertificate.name(issuer),
            serial: serial, key: key)
    }
}

extension Keychain {
    /// Finds all items of a class that meet conditions; none when there are none.
    func all(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue] = [:],
        _ parts: Item.Parts = [.attributes, .secret], matching match: CertificateMatch? = nil
    ) throws -> [Item] {
        var conditions = Query.Conditions(attributes)
        conditions.limit = .all
        do throws(KeychainError) {
            return try find(
                try Query(itemClass, conditions), matching: match, returning: parts)
        } catch {
            if error.code == .itemNotFound { return [] }
            throw error
        }
    }

    /// Stores a certificate and its key.
    @discardableResult
    func addIdentity(
        _ certificate: Certificate, _ key: CryptoKey,
        _ attributes: [Attribute: AttributeValue] = [:]
    ) throws -> [Item] {
        try add(
            [.certificate(certificate), .key(key, attributes)], duplicates: .refusedIfAll)
    }
}

extension [Attribute: AttributeValue] {
    static func label(_ text: String) -> Self { [.label: .string(text)] }
}
