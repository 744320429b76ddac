// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

// The functions for keychain files, for one item.
extension SecKeychainItem {
    private func query() throws(KeychainError) -> Query { try Query(nil, .named([reference])) }

    /// Returns parts of the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/find(_:returning:)``.
    func stored(_ parts: Item.Parts) throws(KeychainError) -> Item {
        let found = try keychain.find(
            try query(), returning: parts)
        guard let item = found.first else { throw KeychainError(.itemNotFound, "the item is gone") }
        return item
    }

    /// Changes the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/update(_:_:)``.
    func update(_ change: Change) throws(KeychainError) {
        _ = try keychain.update(try query(), change)
    }

    /// Deletes the item.
    ///
    /// - Throws: `itemNotFound`, and as ``Keychain/delete(_:)``.
    func delete() throws(KeychainError) {
        _ = try keychain.delete(try query())
    }
}
