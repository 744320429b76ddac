import SwiftKeychain
import SwiftKeychainModel

extension ItemObject {
    /// Makes the object that stands for a stored item; nil for a password.
    ///
    /// - Parameters:
    ///   - item: of a certificate or an identity, with the certificate as its secret.
    ///   - carried: what each use of a key is made with.
    /// - Throws: `decode` for a certificate or key that cannot be read.
    init?(
        stored item: Item, in keychain: Keychain, _ carried: CarriedContext
    ) throws(KeychainError) {
        switch item.itemClass {
        case .genericPassword, .internetPassword:
            return nil
        case .certificate:
            self = .certificate(SecCertificate(try Certificate(item)))
        case .key:
            self = .key(try SecKey(stored: item, in: keychain, carried))
        case .identity:
            guard let key = item.privateKey,
                let identity = SecIdentity(
                    SecCertificate(try Certificate(item)),
                    try SecKey(stored: key, in: keychain, carried))
            else {
                throw KeychainError(.decode, "identity: the key is not of its certificate")
            }
            self = .identity(identity)
        }
    }
}

extension Item {
    /// Makes an item of an object that is stored nowhere, with the attributes it would be stored
    /// with. Nothing is to be looked up by its reference.
    init(unstored object: ItemObject) throws(KeychainError) {
        let items = try object.newItems([:])
        let halves = items.map { item in
            Item(
                reference: PersistentReference(
                    itemClass: item.itemClass, uuid: Array(repeating: 0, count: 16)),
                revision: 0, accessGroup: item.accessGroup ?? "",
                accessControl: item.accessControl, synchronizable: false, isTombstone: false,
                stored: item.attributes, secret: item.secret)
        }
        self = halves.count == 2 ? Item(identity: halves[0], halves[1]) : halves[0]
    }
}
