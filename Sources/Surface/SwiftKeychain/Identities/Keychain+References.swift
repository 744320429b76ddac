// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

// Finds the stored items of a certificate or key in memory: candidates by their derived attributes,
// and among them by their bytes.
extension Keychain {
    /// Returns the references of the items that store a certificate: at most one in each access group.
    ///
    /// - Throws: as ``find(_:returning:asking:)``, except `itemNotFound`.
    package func references(
        to certificate: Certificate
    ) throws(KeychainError) -> [PersistentReference] {
        let attributes = certificate.derived.filter {
            [.certificateType, .issuer, .serialNumber].contains($0.key)
        }
        return try all(.certificate, attributes) { item in
            // An item that requires the user can't be compared by its bytes.
            item.accessControl.isConstrained || item.secret?.holds(certificate.der) == true
        }
    }

    /// Returns the references of the items that store a half of a key pair, whatever their tags.
    ///
    /// - Parameter label: the application label they are stored with.
    /// - Throws: as ``references(to:)``.
    package func references(
        to part: CryptoKey.Part, publicKey: [UInt8], label: [UInt8]
    ) throws(KeychainError) -> [PersistentReference] {
        let attributes: [Attribute: AttributeValue] = [
            .keyClass: .number(Int64(part.rawValue)), .applicationLabel: .data(label),
        ]
        return try all(.key, attributes) { item in
            // A key that requires the user before it is read shows no public key.
            item.publicKey.map { $0 == publicKey } ?? item.accessControl.isConstrained
        }
    }

    /// Returns the references of the stored symmetric keys that have the attributes and the bytes.
    ///
    /// - Throws: as ``references(to:)``.
    package func references(
        toSymmetricKey bytes: SecretBytes, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [PersistentReference] {
        let candidates = try all(.key, attributes) { !$0.accessControl.isConstrained }
        var references: [PersistentReference] = []
        for candidate in candidates {
            let found = try fetch([candidate], returning: .secretForUse)
            if found.first?.secret == bytes { references.append(candidate) }
        }
        return references
    }

    /// Returns the references of the identities of stored certificates, where their keys are stored.
    ///
    /// - Throws: as ``references(to:)``.
    package func identities(
        of certificates: [PersistentReference]
    ) throws(KeychainError) -> [PersistentReference] {
        if certificates.isEmpty { return [] }
        let identities = certificates.map {
            PersistentReference(itemClass: .identity, uuid: $0.uuid)
        }
        return try any(try Query(.identity, .named(identities))) { _ in true }
    }

    private func all(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue],
        where keeps: (Item) throws -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        try any(try Query(itemClass, .anywhere(attributes, limit: nil)), where: keeps)
    }

    /// Returns the references of the items that `keeps` accepts; none if there is no such item.
    private func any(
        _ query: Query, where keeps: (Item) throws -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        try KeychainError.unlessMissing { try references(query, limit: nil, where: keeps) } ?? []
    }
}

extension SecretBytes {
    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        withBytes { $0.elementsEqual(bytes) }
    }
}
