// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// A certificate, key or identity object of the caller; it may be stored or not.
enum ItemObject: Sendable {
    case certificate(SecCertificate)
    case key(SecKey)
    case identity(SecIdentity)

    /// Takes an object of one of the three classes; nil for any other.
    init?(_ object: AnyObject) {
        switch object {
        case let certificate as SecCertificate: self = .certificate(certificate)
        case let key as SecKey: self = .key(key)
        case let identity as SecIdentity: self = .identity(identity)
        default: return nil
        }
    }

    var itemClass: ItemClass {
        switch self {
        case .certificate: .certificate
        case .key: .key
        case .identity: .identity
        }
    }

    var object: AnyObject {
        switch self {
        case .certificate(let certificate): certificate
        case .key(let key): key
        case .identity(let identity): identity
        }
    }

    /// The certificate that match keys are about; nil of a key.
    var certificate: Certificate? {
        switch self {
        case .certificate(let certificate): certificate.certificate
        case .key: nil
        case .identity(let identity): identity.certificate.certificate
        }
    }
}

extension ItemObject {
    /// Returns the items of one keychain that this object is stored as.
    ///
    /// - Parameter given: the caller's attributes, which replace those of a key.
    /// - Throws: as ``Keychain/references(to:)``.
    func references(
        in keychain: Keychain, _ given: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> [PersistentReference] {
        switch self {
        case .certificate(let certificate):
            return try keychain.references(to: certificate.certificate)
        case .key(let key):
            return try key.references(in: keychain, given)
        case .identity(let identity):
            return try keychain.identities(
                of: try keychain.references(to: identity.certificate.certificate))
        }
    }
}

extension SecKey {
    fileprivate func references(
        in keychain: Keychain, _ given: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [PersistentReference] {
        let whole = itemAttributes.merging(given) { $1 }
        switch material {
        case .stored(let stored):
            return [stored.item.reference]
        case .memory(let key):
            var label = key.publicKeyHash
            if case .data(let stored) = whole[.applicationLabel] { label = stored }
            return try keychain.references(
                to: key.part, publicKey: key.publicBytes, label: label)
        case .symmetric(let bytes):
            // Attributes that can be changed later don't identify the key.
            var attributes = whole.filter { [.type, .applicationLabel].contains($0.key) }
            attributes[.keyClass] = .number(2)
            return try keychain.references(toSymmetricKey: bytes, attributes)
        }
    }
}

extension ItemObject {
    /// Makes the object for a stored item; nil for a password.
    ///
    /// - Parameters:
    ///   - item: of a certificate or an identity, with the certificate as its secret.
    ///   - carried: what each use of a key needs.
    /// - Throws: `decode` for a certificate or key that cannot be read.
    init?(
        stored item: Item, in keychain: Keychain, _ carried: CarriedContext?
    ) throws(KeychainError) {
        switch item.itemClass {
        case .genericPassword, .internetPassword:
            return nil
        case .certificate:
            self = .certificate(SecCertificate(try Certificate(item)))
        case .key:
            self = .key(try SecKey(stored: item, in: keychain, carried))
        case .identity:
            guard let key = item.privateKey,
                let identity = SecIdentity(
                    SecCertificate(try Certificate(item)),
                    try SecKey(stored: key, in: keychain, carried))
            else {
                throw KeychainError(.decode, "identity: the key does not belong to the certificate")
            }
            self = .identity(identity)
        }
    }
}

extension ItemObject {
    /// Makes an item of an object that is stored nowhere, with the attributes it would be stored
    /// with. Its reference refers to nothing.
    func unstoredItem() throws(KeychainError) -> Item {
        let items = try newItems([:])
        let halves = items.map { item in
            Item(
                reference: PersistentReference(
                    itemClass: item.itemClass, uuid: Array(repeating: 0, count: 16)),
                revision: 0, accessGroup: item.accessGroup ?? "",
                accessControl: item.accessControl, synchronizable: false, isTombstone: false,
                stored: item.attributes, secret: item.secret)
        }
        return halves.count == 2 ? Item(identity: halves[0], halves[1]) : halves[0]
    }

    /// Makes the items to store: one, or the certificate and the key of an identity.
    ///
    /// - Parameter attributes: the caller's attributes; each half of an identity gets those that
    ///   apply to it.
    /// - Throws: what ``NewItem`` throws; what ``StoredKey/secret()`` throws for a stored key.
    func newItems(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [NewItem] {
        switch self {
        case .certificate(let certificate):
            return [try NewItem.certificate(certificate.certificate, attributes)]
        case .key(let key):
            return [try key.newItem(attributes)]
        case .identity(let identity):
            // The certificate refuses what applies to neither half.
            let ofKey = attributes.filter { ItemClass.key.attributes[$0.key] != nil }
            let ofCertificate = attributes.filter {
                ofKey[$0.key] == nil || ItemClass.certificate.attributes[$0.key] != nil
            }
            let certificate = identity.certificate.certificate
            return [
                try NewItem.certificate(certificate, ofCertificate),
                try identity.privateKey.newItem(
                    try Self.labelled(ofKey, certificate.publicKeyHash)),
            ]
        }
    }

    /// Returns attributes of a key with the label by which its certificate finds it.
    private static func labelled(
        _ attributes: [Attribute: AttributeValue], _ hash: [UInt8]
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        let label = AttributeValue.data(hash)
        if let given = attributes[.applicationLabel],
            ItemClass.key.attributes[.applicationLabel]?.equal(label, given) != true
        {
            throw KeychainError.refused(
                .applicationLabel, "not the hash of the public key, by which an identity is found")
        }
        return attributes.merging([.applicationLabel: label]) { $1 }
    }
}

extension SecKey {
    /// Makes an item of the key; attributes that are given replace its own.
    ///
    /// - Throws: `parameter` for an attribute that removes a restriction of the key; what
    ///   ``NewItem`` throws; for a stored key, what ``StoredKey/secret()`` throws.
    fileprivate func newItem(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        let whole = itemAttributes.merging(attributes) { $1 }
        let own = part.flatMap { publicFacts?.attributes(as: $0) } ?? [:]
        // A flag that doesn't apply to this half has no meaning, so a copy may set it.
        let usage = KeyRestrictions.usage.filter { own[$0]?.integer != 0 }
        try restrictions.check(whole, usage: usage)
        switch material {
        case .symmetric(let bytes):
            return try .symmetricKey(bytes.duplicate, whole)
        case .stored(let stored) where part != .public:
            let (secret, restrictions) = try stored.secretForUse()
            // They may have become stricter since the key was found.
            try restrictions.check(whole, usage: usage)
            if stored.publicKey == nil { return try .symmetricKey(secret, whole) }
            return try .key(try stored.privateKey(of: secret), whole)
        case .memory, .stored:
            return try .key(try opened(), whole)
        }
    }
}
