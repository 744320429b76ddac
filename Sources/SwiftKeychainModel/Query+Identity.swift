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

    /// Gives this query narrowed to some of the items it means.
    package func narrowed(to references: [PersistentReference]) -> Query {
        var copy = self
        copy.references = references
        return copy
    }

    /// Gives this query with one condition more; its value is one that the attribute accepts.
    package func with(_ attribute: Attribute, _ value: AttributeValue) -> Query {
        var copy = self
        copy.conditions[attribute] = value
        return copy
    }

    private static let privateKeys = AttributeValue.number(1)

    private static func certificates(_ references: [PersistentReference]) -> [PersistentReference] {
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
