import SwiftKeychain
import SwiftKeychainModel

// What the functions for keychain files do with a certificate in the hand of the caller.
extension SecCertificate {
    /// Stores the certificate.
    ///
    /// - Parameter keychain: nil for the default keychain.
    /// - Throws: `duplicateItem`, and as ``Keychain/add(_:)``.
    package func add(to keychain: SecKeychain?) throws(KeychainError) {
        _ = try SecKeychain.keychain(keychain).add(try NewItem.certificate(certificate))
    }

    /// Joins the certificate and its private key, from the first keychain that has the key; the
    /// certificate itself need not be stored.
    ///
    /// - Parameter keychains: a keychain, an array of them, or nil for those that are searched.
    /// - Throws: `itemNotFound` where no keychain has the key; `unimplemented` for a certificate
    ///   whose key no `SecKey` can hold; `parameter`, and as ``Keychain/find(_:returning:)``.
    package func identity(in keychains: AnyObject?) throws(KeychainError) -> SecIdentity {
        let publicKey = try certificate.publicKey.cryptoKey()
        for keychain in try SearchList(keychains).keychains {
            let found = try keychain.references(
                to: .private, publicKey: publicKey.publicBytes,
                label: certificate.attributes.publicKeyHash)
            // One after the other: a person is asked for no more of them than it takes.
            for reference in found {
                var conditions = Query.Conditions()
                conditions.references = [reference]
                conditions.authentication = UserInteraction.isAllowed ? .allow : .fail
                let items = try keychain.find(
                    try Query(.key, conditions), returning: [.attributes, .reference])
                guard let item = items.first else { continue }
                let key = try SecKey(stored: item, in: keychain)
                if let identity = SecIdentity(self, key) { return identity }
            }
        }
        throw KeychainError(.itemNotFound, "certificate: no keychain has its private key")
    }
}
