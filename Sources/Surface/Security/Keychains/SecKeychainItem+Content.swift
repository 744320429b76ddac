// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

// The functions for keychain files, for one item.
extension SecKeychainItem {
    private func query() throws(KeychainError) -> Query {
        var conditions = Query.Conditions()
        conditions.references = [reference]
        return try Query(nil, conditions)
    }

    /// Finds the item of a persistent reference, given in its external form, in the keychains that
    /// are searched.
    ///
    /// - Throws: `parameter` for data that is not a persistent reference; `itemNotFound`.
    static func find(external bytes: [UInt8]) throws(KeychainError) -> SecKeychainItem {
        guard let reference = PersistentReference(bytes: bytes) else {
            throw KeychainError(.parameter, "persistentItemRef: not a persistent reference")
        }
        for keychain in SearchList.standard.keychains {
            let item = SecKeychainItem(reference, in: keychain)
            if try KeychainError.unlessMissing({ try item.stored([]) }) != nil { return item }
        }
        throw KeychainError(.itemNotFound, "persistentItemRef: no keychain has the item")
    }

    /// Changes the listed attributes of the item, and its secret if there is a new one.
    ///
    /// - Throws: `itemNotFound`, `noSuchAttribute`, `parameter`, and as ``Keychain/update(_:_:)``;
    ///   nothing is changed after a failure.
    func modify(
        _ list: UnsafePointer<SecKeychainAttributeList>?, _ secret: SecretBytes?
    ) throws(KeychainError) {
        var attributes = PasswordAttributes(reference.itemClass)
        try attributes.read(list)
        try update(Change(attributes.values, secret: secret))
    }

    /// Returns parts of the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/find(_:returning:)``.
    func stored(_ parts: Item.Parts) throws(KeychainError) -> Item {
        let found = try keychain.find(
            try query(), returning: parts, asking: UserInteraction.authentication)
        guard let item = found.first else { throw KeychainError(.itemNotFound, "the item is gone") }
        return item
    }

    /// Changes the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/update(_:_:)``.
    func update(_ change: Change) throws(KeychainError) {
        _ = try keychain.update(try query(), change, asking: UserInteraction.authentication)
    }

    /// Deletes the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/delete(_:)``.
    func delete() throws(KeychainError) {
        _ = try keychain.delete(try query())
    }
}
