import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

/// Points at a key in a keychain, and holds what may be known of it without opening it.
///
/// Each use of a private key fetches its bytes, and wipes them: locking, deleting and access
/// control act at the moment of use.
public struct StoredKey: Sendable {
    /// Holds reference and attributes; never the secret.
    public let item: Item
    /// Holds the public key of the pair, whichever half is stored; nil of a symmetric key.
    public let publicKey: CryptoKey?
    /// Says how each use of the key goes about a person; `skip` is `fail` here.
    public var authentication: Authentication
    /// The keychain in which the key lies.
    public let keychain: Keychain

    /// Takes the attributes and the public key of an item; a secret it may hold is left out.
    ///
    /// - Parameter publicKey: the public key, where it was read before.
    /// - Throws: `decode` for a public key that cannot be read.
    package init(
        _ item: Item, publicKey: CryptoKey? = nil, in keychain: Keychain,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        self.item = item.with(secret: nil)
        self.authentication = authentication
        self.keychain = keychain
        if let publicKey {
            self.publicKey = publicKey
        } else {
            self.publicKey = try Self.publicKey(of: item)
        }
    }

    private static func publicKey(of item: Item) throws(KeychainError) -> CryptoKey? {
        guard let bytes = item.publicKey else { return nil }
        guard let type = item[.type]?.keyNumber.flatMap({ CryptoKey.KeyType(rawValue: Int($0)) })
        else { throw KeychainError(.decode, "stored key: of no known type") }
        do {
            return try CryptoKey.read(type, .public, bytes)
        } catch {
            throw KeychainError(.decode, "stored key: its public key cannot be read")
        }
    }

    /// Fetches the bytes of the key.
    ///
    /// - Throws: `keyIsSensitive` for a private or symmetric key that is not extractable, or
    ///   sensitive; `itemNotFound` when it was deleted; `interactionNotAllowed` when it is locked, or
    ///   demands a person who may not or cannot be asked; `userCanceled` and `authenticationFailed`
    ///   when the person did not authenticate; `missingEntitlement`; `decode` for an item without
    ///   bytes.
    public func secret() throws(KeychainError) -> SecretBytes { try fetch(.secret).secret }

    /// Fetches the bytes of a key that are used here, or leave encrypted, and what its attributes
    /// forbid now.
    ///
    /// - Throws: as ``secret()``, but for `keyIsSensitive`.
    package func secretForUse() throws(KeychainError) -> (
        secret: SecretBytes, restrictions: KeyRestrictions
    ) {
        let (secret, item) = try fetch([.attributes, .secretForUse])
        return (secret, KeyRestrictions(item.stored))
    }

    private func fetch(
        _ parts: Item.Parts
    ) throws(KeychainError) -> (secret: SecretBytes, item: Item) {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        var asking = authentication
        if asking.policy == .skip { asking.policy = .fail }
        let found = try keychain.find(
            try Query(item.itemClass, conditions), returning: parts, asking: asking)
        guard let item = found.first, let secret = item.secret else {
            throw KeychainError(.decode, "stored key: it has no bytes")
        }
        return (secret, item)
    }

    /// Fetches the private key for the length of `body`; nothing of it is kept.
    ///
    /// - Throws: as ``secretForUse()``; `parameter` for a public or symmetric key; `decode` for bytes
    ///   that are not those of the public key.
    package func withPrivateKey<Result>(
        _ body: (CryptoKey) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        try body(try privateKey(of: try secretForUse().secret))
    }

    /// Reads the private key of bytes that were fetched.
    ///
    /// - Throws: as ``withPrivateKey(_:)``.
    package func privateKey(of secret: SecretBytes) throws(KeychainError) -> CryptoKey {
        guard let publicKey else {
            throw KeychainError(.parameter, "stored key: no key of a pair")
        }
        let key = try secret.withBytes { bytes throws(KeychainError) in
            try callPKI(CryptoKey.read(publicKey.type, .private, bytes))
        }
        guard key.publicBytes == publicKey.publicBytes else {
            throw KeychainError(.decode, "stored key: not of its public key")
        }
        return key
    }
}
