import Keychain
import KeychainCertificates
import KeychainMemory
import KeychainModel

extension Keychain {
    /// Stores one half of a pair durably.
    ///
    /// - Parameter attributes: what its owner adds: a label, a tag, usage flags, …
    /// - Throws: `duplicateItem` when the key is stored in the group with the same tag; what
    ///   ``Keychain/add(_:)`` throws.
    @discardableResult
    public func add(
        _ key: CryptoKey, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> StoredKey {
        try StoredKey(try add(try NewItem.key(key, attributes)), in: self)
    }

    /// Stores the bytes of a symmetric key durably.
    ///
    /// - Throws: as ``add(_:_:)-(CryptoKey,_)``.
    @discardableResult
    public func add(
        symmetricKey bytes: SecretBytes, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> StoredKey {
        try StoredKey(try add(try NewItem.symmetricKey(bytes, attributes)), in: self)
    }

    /// Finds keys, oldest first; none when none matches.
    ///
    /// - Throws: as ``Keychain/find(_:returning:)``, but for `itemNotFound`.
    public func keys(
        _ attributes: [Attribute: AttributeValue] = [:], matching match: CertificateMatch? = nil,
        limit: Query.Limit = .all
    ) throws(KeychainError) -> [StoredKey] {
        var keys: [StoredKey] = []
        for item in try values(.key, attributes, match, limit) {
            keys.append(try StoredKey(item, in: self))
        }
        return keys
    }
}
