import Keychain
import KeychainCertificates
import KeychainMemory
import KeychainModel

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
    private let place: Place

    private enum Place {
        case keychain(Keychain)
        /// The file of a reference object; nil is the user's own keychain.
        case path(String?)
    }

    public var keychain: Keychain {
        switch place {
        case .keychain(let keychain): keychain
        case .path(let path): path.map(Keychain.init(path:)) ?? .login
        }
    }

    /// Names the file of the keychain, where a reference object names it; nil is the user's own.
    package var path: String? {
        if case .path(let path) = place { path } else { nil }
    }

    /// Takes the attributes and the public key of `item`; a secret it may hold is left out.
    ///
    /// - Throws: `decode` for a public key that cannot be read.
    init(
        _ item: Item, in keychain: Keychain, _ authentication: Authentication
    ) throws(KeychainError) {
        self.item = item.with(secret: nil)
        self.authentication = authentication
        publicKey = try Self.publicKey(of: item)
        place = .keychain(keychain)
    }

    /// Takes the attributes and the public key of an item in the keychain at `path`.
    ///
    /// - Parameter publicKey: the public key, where it was read before.
    /// - Throws: `decode` for a public key that cannot be read.
    package init(
        _ item: Item, publicKey: CryptoKey? = nil, path: String?
    ) throws(KeychainError) {
        self.item = item.with(secret: nil)
        authentication = Authentication()
        if let publicKey {
            self.publicKey = publicKey
        } else {
            self.publicKey = try Self.publicKey(of: item)
        }
        place = .path(path)
    }

    private static func publicKey(of item: Item) throws(KeychainError) -> CryptoKey? {
        guard let bytes = item.publicKey else { return nil }
        guard let type = item[.type]?.keyNumber.flatMap({ CryptoKey.KeyType(rawValue: Int($0)) })
        else { throw KeychainError(.decode, "stored key: of no known type") }
        do throws(KeychainError) {
            return try CryptoKey.read(type, .public, bytes)
        } catch {
            throw KeychainError(.decode, "stored key: its public key cannot be read")
        }
    }

    /// Fetches the bytes of the key.
    ///
    /// - Throws: `itemNotFound` when it was deleted; `interactionNotAllowed` when it is locked, or
    ///   demands a person who may not or cannot be asked; `userCanceled` and `authenticationFailed`
    ///   when the person did not authenticate; `missingEntitlement`; `decode` for an item without
    ///   bytes.
    public func secret() throws(KeychainError) -> SecretBytes {
        var conditions = Query.Conditions()
        conditions.references = [item.reference]
        conditions.asking = authentication
        if authentication.policy == .skip { conditions.authentication = .fail }
        let found = try keychain.find(
            try Query(item.itemClass, conditions), returning: .secret)
        guard let secret = found.first?.secret else {
            throw KeychainError(.decode, "stored key: it has no bytes")
        }
        return secret
    }

    /// Fetches the private key for the length of `body`; nothing of it is kept.
    ///
    /// - Throws: as ``secret()``; `parameter` for a public or symmetric key; `decode` for bytes that
    ///   are not those of the public key.
    public func withPrivateKey<Result>(
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

extension AttributeValue {
    /// Reads the number of a type or class of keys, also where it was given as text.
    package var keyNumber: Int64? { integer ?? text.flatMap { Int64($0) } }
}
