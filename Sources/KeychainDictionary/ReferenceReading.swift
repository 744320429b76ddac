import Foundation
import KeychainModel
import KeychainObjects

/// Points at a stored item, and at the keychain it lies in where the caller's object tells it.
struct ItemReference {
    let reference: PersistentReference
    let location: KeychainLocation

    /// Reads a reference object, the value of `key`.
    ///
    /// - Throws: `unimplemented` for certificates, keys and identities; `parameter` for anything
    ///   else but a reference to a stored item.
    init(object: AnyObject, key: String) throws(KeychainError) {
        switch object {
        case let item as SecKeychainItem:
            reference = item.reference
            location = KeychainLocation(path: item.path)
        case is SecCertificate, is SecKey, is SecIdentity:
            throw KeychainError(.unimplemented, "\(key): for passwords only, as yet")
        default:
            throw KeychainError(.parameter, "\(key): no reference to an item")
        }
        try checkClass(key)
    }

    /// Reads a persistent reference in its external form, the value of `key`.
    ///
    /// - Throws: `parameter` for anything but data of 20 bytes that begin with a class: the form of
    ///   12 bytes with a row number and the one of a token (`tkpr`) point at nothing here.
    init(external object: AnyObject, key: String) throws(KeychainError) {
        guard let data = object as? NSData, data.length == 20,
            let bytes = CallerValue(data).bytes, let reference = PersistentReference(bytes: bytes)
        else { throw KeychainError(.parameter, "\(key): no persistent reference") }
        self.reference = reference
        location = .standard
        try checkClass(key)
    }

    /// Reads a list of references and persistent references, the value of `key`; a single one
    /// counts as a list of one.
    static func list(_ object: AnyObject, key: String) throws(KeychainError) -> [ItemReference] {
        var references: [ItemReference] = []
        for element in CallerValue(object).elements {
            guard let element else { throw KeychainError(.parameter, "\(key): a null pointer") }
            references.append(
                element is NSData
                    ? try ItemReference(external: element, key: key)
                    : try ItemReference(object: element, key: key))
        }
        return references
    }

    private func checkClass(_ key: String) throws(KeychainError) {
        if !reference.itemClass.isPassword {
            throw KeychainError(.unimplemented, "\(key): for passwords only, as yet")
        }
    }
}
