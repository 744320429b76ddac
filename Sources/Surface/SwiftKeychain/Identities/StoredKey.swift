// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainTokens

/// A key in a keychain: a reference to it, and what is known without opening it.
///
/// Each use of a private key fetches its bytes and wipes them, so that locking, deleting and access
/// control take effect at once.
public struct StoredKey: Sendable {
    /// The reference and the attributes; never the secret.
    public let item: Item
    /// The public key of the pair, whichever half is stored; nil for a symmetric key.
    public let publicKey: CryptoKey?
    /// How the user is asked at each use of the key; `skip` means `fail` here.
    public var authentication: Authentication
    /// The keychain that contains the key.
    public let keychain: Keychain
    /// Whether it is a private key on a smart card.
    private let isOnCard: Bool

    /// Takes the attributes and the public key of an item, without its secret.
    ///
    /// - Parameter publicKey: the public key, where it was read before.
    /// - Throws: `decode` for a public key that can't be read.
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
        isOnCard = keychain.isOfCards && item[.keyClass]?.keyNumber == 1
    }

    /// The private key that lives elsewhere; nil if its bytes are in the keychain.
    package var external: CryptoKey? { isOnCard ? cardKey : nil }

    /// Reads the public half that is stored with a key; nil if there is none.
    private static func publicKey(of item: Item) throws(KeychainError) -> CryptoKey? {
        guard let bytes = item.publicKey else { return nil }
        guard let type = item[.type]?.keyNumber.flatMap({ CryptoKey.KeyType(rawValue: Int($0)) })
        else { throw KeychainError(.decode, "stored key: of no known type") }
        do {
            return try CryptoKey.readPublicKey(type, bytes)
        } catch {
            throw KeychainError(.decode, "stored key: its public key cannot be read")
        }
    }

    /// Fetches the bytes of the key.
    ///
    ///     let key = try Keychain.default.keys([.label: .string("disk")])[0]
    ///     let bytes = try key.secret()
    ///
    /// - Throws: `keyIsSensitive` for a private or symmetric key that isn't extractable, or is
    ///   sensitive; `itemNotFound` when it was deleted; `interactionNotAllowed` when it is locked, or
    ///   demands the user, who can't be asked; `userCanceled` and `authenticationFailed` when the user
    ///   didn't authenticate; `missingEntitlement`; `decode` for an item without bytes.
    public func secret() throws(KeychainError) -> SecretBytes {
        try requireBytes()
        return try fetch(.secret).secret
    }

    /// - Throws: `unimplemented` for a private key that never leaves its card.
    private func requireBytes() throws(KeychainError) {
        if external != nil {
            throw KeychainError(.unimplemented, "key: it can't leave the token that has it")
        }
    }

    /// Fetches the bytes of a key, to use them here or export them encrypted, and what its attributes
    /// forbid now.
    ///
    /// - Throws: as ``secret()``, except `keyIsSensitive`.
    package func secretForUse() throws(KeychainError) -> (
        secret: SecretBytes, restrictions: KeyRestrictions
    ) {
        try requireBytes()
        let (secret, item) = try fetch([.attributes, .secretForUse])
        return (secret, KeyRestrictions(item.stored))
    }

    /// Fetches the secret of the key for one use, with the user's authentication if the item demands it.
    private func fetch(
        _ parts: Item.Parts
    ) throws(KeychainError) -> (secret: SecretBytes, item: Item) {
        var asking = authentication
        if asking.policy == .skip { asking.policy = .fail }
        let found = try keychain.fetch([item.reference], returning: parts, asking: asking)
        guard let item = found.first, let secret = item.secret else {
            throw KeychainError(.decode, "stored key: it has no bytes")
        }
        return (secret, item)
    }

    /// Fetches the private key, which is wiped when the result is released.
    ///
    /// - Throws: as ``secretForUse()``; `parameter` for a public or symmetric key; `decode` for bytes
    ///   that don't belong to the public key.
    package func fetchPrivateKey() throws(KeychainError) -> CryptoKey {
        if let external { return external }
        return try privateKey(of: try secretForUse().secret)
    }

    /// Reads the private key in fetched bytes.
    ///
    /// - Throws: as `fetchPrivateKey()`.
    package func privateKey(of secret: SecretBytes) throws(KeychainError) -> CryptoKey {
        guard let publicKey else {
            throw KeychainError(.parameter, "stored key: no key of a pair")
        }
        if item.isInToken {
            let token = try TPMKey(
                stored: secret, of: TokenID(item[.tokenID] ?? .string("")), at: .configured())
            guard token.publicKey.publicBytes == publicKey.publicBytes else {
                throw KeychainError(.decode, "stored key: not of its public key")
            }
            return CryptoKey.inToken(token)
        }
        let key = try callPKI(
            CryptoKey.readPrivateKey(publicKey.type, secret, isChecked: true))
        guard key.publicBytes == publicKey.publicBytes else {
            throw KeychainError(.decode, "stored key: not of its public key")
        }
        return key
    }
}
