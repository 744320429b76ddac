import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// Holds a cryptographic key: one half of an RSA or elliptic curve pair, or a symmetric key.
///
/// It lies in memory, or refers to a key in a keychain, whose private bytes are fetched for each
/// use and wiped after it, with the authentication context that the key was found or made with.
/// Two are equal when they are the same half of the same pair, wherever they lie. Several threads
/// may use one at once.
public final class SecKey: CoreFoundationObject, @unchecked Sendable {
    /// Says where the key lies.
    package enum Material: Sendable {
        /// Half of a pair, in memory.
        case memory(CryptoKey)
        /// A symmetric key, in memory.
        case symmetric(SecretBytes)
        case stored(StoredKey)
    }

    private let place: Material
    private let carried: CarriedContext

    /// Says where the key lies; of a stored one also how to go about a person now.
    package var material: Material {
        guard case .stored(var stored) = place else { return place }
        stored.authentication = carried.authentication
        return .stored(stored)
    }

    /// Holds the attributes, derived and given; of a stored key those it is stored with.
    package let itemAttributes: [Attribute: AttributeValue]

    /// Wraps half of a pair.
    ///
    /// - Parameter given: attributes that say otherwise than ``CryptoKey/attributes``.
    package init(_ key: CryptoKey, _ given: [Attribute: AttributeValue] = [:]) {
        place = .memory(key)
        carried = CarriedContext()
        itemAttributes = key.attributes.merging(given) { $1 }.withHistory(given: given)
        super.init()
    }

    /// Wraps a symmetric key; `attributes` are all it has.
    package init(symmetric bytes: SecretBytes, _ attributes: [Attribute: AttributeValue]) {
        place = .symmetric(bytes)
        carried = CarriedContext()
        itemAttributes = attributes
        super.init()
    }

    /// Refers to a key in a keychain.
    ///
    /// - Parameter carried: what each use of the key is made with.
    package init(_ stored: StoredKey, _ carried: CarriedContext) {
        place = .stored(stored)
        self.carried = carried
        itemAttributes = stored.item.attributes
        super.init()
    }

    /// Refers to a key that was found or stored in a keychain.
    ///
    /// - Throws: `decode` when its public key cannot be read.
    package convenience init(
        stored item: Item, in keychain: Keychain, _ carried: CarriedContext = CarriedContext()
    ) throws(KeychainError) {
        self.init(try StoredKey(item, in: keychain), carried)
    }

    /// Tells which half of a pair the key is; nil of a symmetric key.
    package var part: CryptoKey.Part? {
        if case .memory(let key) = place { return key.part }
        guard publicFacts != nil, let part = itemAttributes[.keyClass]?.keyNumber else {
            return nil
        }
        return CryptoKey.Part(rawValue: Int(part))
    }

    /// Gives public key, family and size without opening anything: the key itself, or the public
    /// half of a stored one; nil of a symmetric key.
    package var publicFacts: CryptoKey? {
        switch place {
        case .memory(let key): key
        case .symmetric: nil
        case .stored(let stored): stored.publicKey
        }
    }

    /// Tells where a stored key lies.
    package var stored: StoredKey? {
        if case .stored(let stored) = material { stored } else { nil }
    }

    /// Lends the key for the length of `body`: a stored private one is fetched, and wiped after.
    ///
    /// - Throws: `parameter` for a symmetric key, and as ``StoredKey/secret()``.
    package func withKey<Result>(
        _ body: (CryptoKey) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        switch material {
        case .memory(let key): return try body(key)
        case .stored(let stored):
            if part == .public, let key = stored.publicKey { return try body(key) }
            return try stored.withPrivateKey(body)
        case .symmetric:
            throw KeychainError(.parameter, "key: a symmetric key is no half of a pair")
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

    /// Tells half, type and size, and nothing of the key itself.
    public override var description: String {
        let place = stored == nil ? "" : ", stored"
        guard let publicFacts, let part else { return "<SecKey: symmetric key\(place)>" }
        return "<SecKey: \(publicFacts.description(as: part))\(place)>"
    }
}

/// Gives the Core Foundation type of ``SecKey``.
public func SecKeyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKey.self)
}
