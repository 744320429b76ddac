import Keychain
import KeychainCertificates
import KeychainMemory
import KeychainModel

/// Points at a key in a keychain, and holds what may be known of it without opening it.
package struct StoredKey: Sendable {
    /// Holds reference and attributes; never the secret.
    package let item: Item
    /// Holds the public key of the pair, whichever half is stored; nil of a symmetric key.
    package let publicKey: CryptoKey?
    /// Names the file of its keychain; nil is the default keychain.
    package let path: String?

    /// Takes the attributes of `item`; a secret it may hold is left out.
    package init(_ item: Item, publicKey: CryptoKey?, path: String?) {
        self.item = item.with(secret: nil)
        self.publicKey = publicKey
        self.path = path
    }

    /// Takes the attributes and the public key of `item`.
    ///
    /// - Throws: `decode` for a public key that cannot be read.
    package init(_ item: Item, path: String?) throws(KeychainError) {
        self.init(item, publicKey: try Self.publicKey(of: item), path: path)
    }

    private static func publicKey(of item: Item) throws(KeychainError) -> CryptoKey? {
        guard let bytes = item.publicKey else { return nil }
        let number = item[.type]?.keyNumber
        guard let type = number.flatMap({ CryptoKey.KeyType(rawValue: Int($0)) }) else {
            throw KeychainError(.decode, "stored key: of no known type")
        }
        do throws(KeychainError) {
            return try CryptoKey.read(type, .public, bytes)
        } catch {
            throw KeychainError(.decode, "stored key: its public key cannot be read")
        }
    }

    /// Fetches the bytes of the key.
    ///
    /// Everything that may stand between the caller and the item acts now.
    ///
    /// - Throws: `itemNotFound` when it was deleted, `interactionNotAllowed` when it is locked or
    ///   demands a person, `missingEntitlement`; `decode` for an item without bytes.
    package func secret() throws(KeychainError) -> SecretBytes {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        let keychain = path.map(Keychain.init(path:)) ?? .default
        let found = try keychain.find(
            try Query(item.itemClass, conditions), returning: .secret)
        guard let secret = found.first?.secret else {
            throw KeychainError(.decode, "stored key: it has no bytes")
        }
        return secret
    }

    /// Fetches the private key for the length of `body`; nothing of it is kept.
    package func withPrivateKey<Result>(
        _ body: (CryptoKey) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        guard let publicKey else {
            throw KeychainError(.parameter, "stored key: no key of a pair")
        }
        let key = try secret().withBytes { bytes throws(KeychainError) in
            try CryptoKey.read(publicKey.type, .private, bytes)
        }
        guard key.publicBytes == publicKey.publicBytes else {
            throw KeychainError(.decode, "stored key: not of its public key")
        }
        return try body(key)
    }
}
