import SwiftKeychain
import SwiftKeychainModel

extension ItemObject {
    /// Gives the stored items that are this object, in one keychain.
    ///
    /// - Throws: as ``Keychain/references(to:)``.
    func references(in keychain: Keychain) throws(KeychainError) -> [PersistentReference] {
        switch self {
        case .certificate(let certificate):
            return try keychain.references(to: certificate.certificate)
        case .key(let key):
            return try key.references(in: keychain)
        case .identity(let identity):
            return try keychain.identities(
                of: try keychain.references(to: identity.certificate.certificate))
        }
    }
}

extension SecKey {
    fileprivate func references(
        in keychain: Keychain
    ) throws(KeychainError) -> [PersistentReference] {
        switch material {
        case .stored(let stored):
            return [stored.item.reference]
        case .memory(let key):
            var label = key.publicKeyHash
            if case .data(let given) = itemAttributes[.applicationLabel] { label = given }
            return try keychain.references(
                to: key.part, publicKey: key.publicBytes, label: label)
        case .symmetric(let bytes):
            // What an owner may change afterwards says nothing of which key it is.
            var attributes = itemAttributes.filter {
                [.type, .applicationLabel].contains($0.key)
            }
            attributes[.keyClass] = .number(2)
            return try keychain.references(toSymmetricKey: bytes, attributes)
        }
    }
}
