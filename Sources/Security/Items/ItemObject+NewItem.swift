import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension ItemObject {
    /// Makes what has to be stored: one item, or the certificate and the key of an identity.
    ///
    /// - Parameter attributes: what the caller adds. Of an identity each half gets those it has.
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
            // What neither has is for the certificate to refuse.
            let ofKey = attributes.filter { ItemClass.key.attributes[$0.key] != nil }
            let ofCertificate = attributes.filter {
                ofKey[$0.key] == nil || ItemClass.certificate.attributes[$0.key] != nil
            }
            let certificate = identity.certificate.certificate
            return [
                try NewItem.certificate(certificate, ofCertificate),
                try identity.privateKey.newItem(
                    try Self.labelled(ofKey, certificate.attributes.publicKeyHash)),
            ]
        }
    }

    /// Gives attributes of a key that keep it together with its certificate.
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
    /// Makes an item of the key, with its own attributes below those that are given.
    ///
    /// - Throws: `parameter` for an attribute that takes a restriction of the key back; what
    ///   ``NewItem`` throws.
    fileprivate func newItem(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        let whole = itemAttributes.merging(attributes) { $1 }
        let own = part.flatMap { publicFacts?.attributes(as: $0) } ?? [:]
        // A flag that the half never had allows nothing; a copy may name it.
        try restrictions.check(
            whole, usage: KeyRestrictions.usage.filter { own[$0]?.integer != 0 })
        switch material {
        case .symmetric(let bytes):
            return try .symmetricKey(bytes, whole)
        case .stored(let stored) where stored.publicKey == nil:
            return try .symmetricKey(try stored.secretForUse().secret, whole)
        case .memory, .stored:
            return try withKey { key throws(KeychainError) in try .key(key, whole) }
        }
    }
}
