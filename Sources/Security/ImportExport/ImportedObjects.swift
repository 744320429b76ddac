import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

extension ImportedItem {
    /// Makes the reference object of an item that lies in memory only.
    func object(_ attributes: [Attribute: AttributeValue]) throws(KeychainError) -> AnyObject {
        switch value {
        case .certificate(let certificate): return SecCertificate(certificate)
        case .key(let key): return self.key(key, attributes)
        case .symmetricKey(let bytes):
            let bits = AttributeValue.number(Int64(8 * bytes.count))
            let usual: [Attribute: AttributeValue] = [
                .keyClass: .number(2), .keySizeInBits: bits, .effectiveKeySize: bits,
            ]
            return SecKey(symmetric: bytes, usual.merging(attributes) { $1 })
        case .identity(let certificate, let key):
            return try Self.identity(certificate, self.key(key, attributes))
        }
    }

    /// Makes the key object of a key that lies in memory only.
    private func key(_ key: CryptoKey, _ attributes: [Attribute: AttributeValue]) -> SecKey {
        var given = key.part == .private ? attributes : [:]
        if let label { given[.label] = .string(label) }
        return SecKey(key, given)
    }

    static func identity(
        _ certificate: Certificate, _ key: SecKey
    ) throws(KeychainError) -> SecIdentity {
        guard let identity = SecIdentity(SecCertificate(certificate), key) else {
            throw KeychainError(.parameter, "identity: certificate and key do not belong")
        }
        return identity
    }
}

extension StoredImport {
    /// Makes the reference object of an item that was stored in a keychain.
    ///
    /// - Parameter carried: what each use of a key is made with.
    func object(
        in keychain: Keychain, _ carried: CarriedContext = CarriedContext()
    ) throws(KeychainError) -> AnyObject {
        switch imported.value {
        case .certificate(let certificate): return SecCertificate(certificate)
        case .key(let key): return SecKey(try stored(key, keychain), carried)
        case .symmetricKey: return SecKey(try stored(nil, keychain), carried)
        case .identity(let certificate, let key):
            return try ImportedItem.identity(
                certificate, SecKey(try stored(key, keychain), carried))
        }
    }

    private func stored(
        _ pair: CryptoKey?, _ keychain: Keychain
    ) throws(KeychainError) -> StoredKey {
        guard let item = key else {
            throw KeychainError(.internalComponent, "import: a key that was not stored")
        }
        var publicKey: CryptoKey?
        if let pair { publicKey = try pair.publicKey() }
        return try StoredKey(item, publicKey: publicKey, in: keychain)
    }
}
