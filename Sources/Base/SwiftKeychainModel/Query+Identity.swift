// SPDX-License-Identifier: Apache-2.0
// A search for identities is one for certificates and one for keys; each condition belongs to one.
extension Query {
    /// The query for the certificates of the identities that this query finds.
    package var certificateHalf: Query {
        Query(
            halfOf: self, .certificate,
            conditions: conditions.filter { Attribute.ofIdentityCertificates.contains($0.key) },
            protection: nil, synchronizable: synchronizable,
            references: references.map(Query.certificates),
            itemList: itemList.map(Query.certificates))
    }

    /// The query for the private keys of the identities that this query finds.
    package var keyHalf: Query {
        var conditions = conditions.filter { !Attribute.ofIdentityCertificates.contains($0.key) }
        conditions[.keyClass] = conditions[.keyClass] ?? Query.privateKeys
        // The certificate decides whether an identity is synchronizable.
        return Query(
            halfOf: self, .key, conditions: conditions, protection: protection,
            synchronizable: .any, references: nil, itemList: nil)
    }

    private static let privateKeys = AttributeValue.number(1)

    /// Returns the references of the certificates of identities, without other references.
    package static func certificates(
        _ references: [PersistentReference]
    ) -> [PersistentReference] {
        references.filter { $0.itemClass == .identity }
            .map { PersistentReference(itemClass: .certificate, uuid: $0.uuid) }
    }

    /// Returns whether a certificate and a key make an identity: the key is the private key of the
    /// certificate's public key.
    package static func makeIdentity(_ certificate: Item, _ key: Item) -> Bool {
        guard let keyClass = key.itemClass.attributes[.keyClass],
            keyClass.equal(key[.keyClass] ?? .number(0), privateKeys),
            case .data(let hash) = certificate.stored[.publicKeyHash],
            case .data(let label) = key.stored[.applicationLabel]
        else { return false }
        return hash == label
    }
}

extension Attribute {
    /// The attributes of an identity that are those of its certificate; all others are those of its
    /// key.
    package static let ofIdentityCertificates: Set<Attribute> =
        derivedOfCertificates.union([
            .label, .alias, .tokenID, .syncViewHint, .systemBound, .creationDate,
            .modificationDate,
        ])
}
