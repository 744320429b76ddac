// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// A cryptographic key: one half of an RSA or elliptic curve pair, or a symmetric key.
///
/// It is in memory, or refers to a key in a keychain, whose private bytes are fetched for each use
/// and wiped afterwards, with the authentication context that the key was found or made with. Two
/// are equal when they are the same half of the same pair, wherever they are. Several threads may
/// use one at once.
public final class SecKey: CoreFoundationObject, @unchecked Sendable {
    /// The place of a key.
    enum Material: Sendable {
        /// Half of a pair, in memory.
        case memory(CryptoKey)
        /// A symmetric key, in memory.
        case symmetric(SecretBytes)
        case stored(StoredKey)
    }

    private let place: Material
    private let carried: CarriedContext?

    /// The place of the key; for a stored one, also how the user may be asked now.
    var material: Material {
        guard case .stored(var stored) = place, let carried else { return place }
        stored.authentication = carried.authentication
        return .stored(stored)
    }

    /// The attributes, derived and given; for a stored key, those it is stored with.
    let itemAttributes: [Attribute: AttributeValue]

    /// Wraps half of a pair.
    ///
    /// - Parameter given: attributes that override ``CryptoKey/attributes``.
    package init(_ key: CryptoKey, _ given: [Attribute: AttributeValue] = [:]) {
        place = .memory(key)
        carried = nil
        itemAttributes = key.attributes.merging(given) { $1 }.withHistory(given: given)
    }

    /// Wraps a symmetric key with all its attributes.
    package init(symmetric bytes: SecretBytes, _ attributes: [Attribute: AttributeValue]) {
        place = .symmetric(bytes)
        carried = nil
        itemAttributes = attributes
    }

    /// Refers to a key in a keychain.
    ///
    /// - Parameter carried: what each use of the key needs.
    init(_ stored: StoredKey, _ carried: CarriedContext?) {
        place = .stored(stored)
        self.carried = carried
        itemAttributes = stored.item.attributes
    }

    /// Refers to a key that was found or stored in a keychain.
    ///
    /// - Throws: `decode` when its public key cannot be read.
    package convenience init(
        stored item: Item, in keychain: Keychain, _ carried: CarriedContext? = nil
    ) throws(KeychainError) {
        self.init(try StoredKey(item, in: keychain), carried)
    }

    /// Which half of a pair the key is; nil for a symmetric key.
    var part: CryptoKey.Part? {
        if case .memory(let key) = place { return key.part }
        guard publicFacts != nil, let part = itemAttributes[.keyClass]?.keyNumber else {
            return nil
        }
        return CryptoKey.Part(rawValue: Int(part))
    }

    /// The public key, family and size, known without opening anything: the key itself, or the
    /// public half of a stored one; nil for a symmetric key.
    var publicFacts: CryptoKey? {
        switch place {
        case .memory(let key): key
        case .symmetric: nil
        case .stored(let stored): stored.publicKey
        }
    }

    /// The stored key that this key refers to; nil for a key in memory.
    package var stored: StoredKey? {
        if case .stored(let stored) = material { stored } else { nil }
    }

    /// Returns the key; a stored private key is fetched, and wiped once the result is released.
    ///
    /// - Throws: `parameter` for a symmetric key, and as ``StoredKey/secret()``.
    func opened() throws(KeychainError) -> CryptoKey {
        switch material {
        case .memory(let key): return key
        case .stored(let stored):
            if part == .public, let key = stored.publicKey { return key }
            return try stored.fetchPrivateKey()
        case .symmetric:
            throw KeychainError(.parameter, "key: a symmetric key is not half of a pair")
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKey else { return false }
        if let facts = publicFacts {
            return part == other.part && facts.publicBytes == other.publicFacts?.publicBytes
        }
        switch (place, other.place) {
        case (.symmetric(let one), .symmetric(let two)): return one == two
        case (.stored(let one), .stored(let two)):
            return one.item.reference == two.item.reference
        default: return false
        }
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(part)
        hasher.combine(publicFacts?.publicBytes)
        return hasher.finalize()
    }

    /// The half, type and size, and nothing of the key itself.
    public override var description: String {
        let place = stored == nil ? "" : ", stored"
        guard let publicFacts, let part else { return "<SecKey: symmetric key\(place)>" }
        return "<SecKey: \(publicFacts.description(as: part))\(place)>"
    }
}

/// Returns the Core Foundation type of ``SecKey``.
public func SecKeyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKey.self)
}
