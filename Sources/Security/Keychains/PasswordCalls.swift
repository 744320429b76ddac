import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

// What the functions for keychain files do with passwords.
extension PasswordAttributes {
    /// Adds the password; its label, unless it has one, is its service or its server.
    ///
    /// - Parameter keychain: nil for the default keychain.
    /// - Throws: `duplicateItem`, and as ``Keychain/add(_:)``.
    package func add(
        _ secret: SecretBytes, to keychain: SecKeychain?
    ) throws(KeychainError) -> SecKeychainItem {
        var attributes = values
        let place: Attribute = itemClass == .genericPassword ? .service : .server
        attributes[.label] = values[.label] ?? values[place]
        let keychain = SecKeychain.keychain(keychain)
        let item = try keychain.add(
            try NewItem(itemClass, attributes: attributes, secret: secret))
        return SecKeychainItem(item.reference, in: keychain)
    }

    /// Finds the oldest password of the first keychain that has one with these attributes.
    ///
    /// - Parameters:
    ///   - keychains: a keychain, an array of them, or nil for those that are searched.
    ///   - parts: what is wanted of it.
    /// - Throws: `itemNotFound`, `parameter`, and as ``Keychain/find(_:returning:)``.
    package func find(
        in keychains: AnyObject?, returning parts: Item.Parts
    ) throws(KeychainError) -> (item: SecKeychainItem, secret: SecretBytes?) {
        let searched = try SearchList(keychains)
        var conditions = Query.Conditions(values)
        conditions.limit = .one
        conditions.authentication = UserInteraction.isAllowed ? .allow : .fail
        let query = try Query(itemClass, conditions)
        var result: (item: SecKeychainItem, secret: SecretBytes?)?
        try searched.find(limit: .one, named: nil) { (keychain, _) throws(KeychainError) in
            let found = try keychain.find(query, returning: parts)
            if let first = found.first {
                result = (SecKeychainItem(first.reference, in: keychain), first.secret)
            }
            return found.count
        }
        guard let result else { throw KeychainError(.itemNotFound, "no item matches") }
        return result
    }

    /// Finds all passwords with these attributes, keychain after keychain, the oldest of each first;
    /// none where there are none. Nobody is asked for it.
    ///
    /// - Parameter keychains: a keychain, an array of them, or nil for those that are searched.
    /// - Throws: `parameter`, and as ``Keychain/find(_:returning:)``.
    package func search(in keychains: AnyObject?) throws(KeychainError) -> SecKeychainSearch {
        let query = try Query(itemClass, Query.Conditions(values))
        var found: [SecKeychainItem] = []
        try SearchList(keychains).forEach(limit: .all) { (keychain, _) throws(KeychainError) in
            let references = try keychain.references(query, limit: nil) { _ in true }
            found += references.map { SecKeychainItem($0, in: keychain) }
            return references.count
        }
        return SecKeychainSearch(found)
    }
}
