// An identity is searched as a certificate and a key at once: each condition is about one of them.
extension Query {
    /// Gives what a query for identities says of their certificates.
    package var certificateHalf: Query {
        var half = self
        half.itemClass = .certificate
        half.conditions = conditions.filter { Attribute.ofIdentityCertificates.contains($0.key) }
        half.protection = nil
        half.references = references.map(Self.certificates)
        half.itemList = itemList.map(Self.certificates)
        return half
    }

    /// Gives what a query for identities says of their private keys.
    package var keyHalf: Query {
        var half = self
        half.itemClass = .key
        half.conditions = conditions.filter { !Attribute.ofIdentityCertificates.contains($0.key) }
        half.conditions[.keyClass] = conditions[.keyClass] ?? Self.privateKeys
        half.references = nil
        half.itemList = nil
        // A certificate may be synchronizable, its key never is.
        half.synchronizable = .any
        return half
    }

    private static let privateKeys = AttributeValue.number(1)

    /// Gives the references of the certificates of identities; others are left out.
    package static func certificates(
        _ references: [PersistentReference]
    ) -> [PersistentReference] {
        references.filter { $0.itemClass == .identity }
            .map { PersistentReference(itemClass: .certificate, uuid: $0.uuid) }
    }

    /// Tells whether a certificate and a key make an identity: a private key, one public key.
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
    /// The conditions on an identity that are about its certificate, whose values results show; all
    /// others are about its key.
    package static let ofIdentityCertificates: Set<Attribute> =
        derivedOfCertificates.union([
            .label, .alias, .tokenID, .syncViewHint, .systemBound, .creationDate,
            .modificationDate,
        ])
}
