import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

// What the functions for keychain files do with one item.
extension SecKeychainItem {
    private func query() throws(KeychainError) -> Query {
        var conditions = Query.Conditions()
        conditions.references = [reference]
        conditions.authentication = UserInteraction.isAllowed ? .allow : .fail
        return try Query(nil, conditions)
    }

    /// Finds the item that a persistent reference in its external form points at, in whichever
    /// keychain of those that are searched.
    ///
    /// - Throws: `parameter` for what is no persistent reference; `itemNotFound`.
    package static func find(external bytes: [UInt8]) throws(KeychainError) -> SecKeychainItem {
        guard let reference = PersistentReference(bytes: bytes) else {
            throw KeychainError(.parameter, "persistentItemRef: no persistent reference")
        }
        var item: SecKeychainItem?
        try SearchList.standard.forEach(limit: .one) { (keychain, _) throws(KeychainError) in
            let candidate = SecKeychainItem(reference, in: keychain)
            _ = try keychain.find(try candidate.query(), returning: [])
            item = candidate
            return 1
        }
        if let item { return item }
        throw KeychainError(.itemNotFound, "persistentItemRef: no keychain has the item")
    }

    /// Changes the item: the attributes that are listed, and the secret where there is one.
    ///
    /// - Throws: `itemNotFound`, `noSuchAttribute`, `parameter`, and as
    ///   ``Keychain/update(_:_:)``; nothing is changed then.
    package func modify(
        _ list: UnsafePointer<SecKeychainAttributeList>?, _ secret: SecretBytes?
    ) throws(KeychainError) {
        var attributes = PasswordAttributes(reference.itemClass)
        try attributes.read(list)
        let change = try Change(attributes.values, secret: secret)
        _ = try keychain.update(try query(), change)
    }

    /// Deletes the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/delete(_:)``.
    package func delete() throws(KeychainError) {
        _ = try keychain.delete(try query())
    }

    /// Gives the values of attributes in the order of their tags, nil for those that are not set,
    /// and the secret when it is wanted.
    ///
    /// - Throws: `itemNotFound`, `noSuchAttribute`, and as ``Keychain/find(_:returning:)``.
    package func content(
        _ tags: [UInt32], withSecret: Bool
    ) throws(KeychainError) -> (values: [[UInt8]?], secret: SecretBytes?) {
        var names: [AttributeTag] = []
        for tag in tags { names.append(try AttributeTag(tag, in: reference.itemClass)) }
        let parts: Item.Parts = withSecret ? [.attributes, .secret] : [.attributes]
        let found = try keychain.find(try query(), returning: parts)
        guard let item = found.first else { throw KeychainError(.itemNotFound, "the item is gone") }
        let values = names.map { name in item.stored[name.attribute].flatMap(name.bytes) }
        return (values, item.secret)
    }
}
