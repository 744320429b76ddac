// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// A password to store, and the seed of its one-time passwords.
package struct PasswordEntry {
    package let item: NewItem
    private let given: [Attribute: AttributeValue]
    private let secret: SecretBytes?
    private let seed: SecretBytes?

    /// Completes the attributes with the defaults of Apple's command: the label is the service or server, and the
    /// authentication type `dflt`.
    ///
    /// - Parameter secret: nil for an empty one, and to keep that of an item that is updated.
    package init(
        _ itemClass: ItemClass, _ given: [Attribute: AttributeValue], secret: SecretBytes?,
        seed: SecretBytes? = nil
    ) throws(KeychainError) {
        (self.given, self.secret, self.seed) = (given, secret, seed)
        var attributes = given
        attributes[.label] = given[.label] ?? given[itemClass.placeAttribute]
        if itemClass == .internetPassword, given[.authenticationType] == nil {
            attributes[.authenticationType] = .string("dflt")
        }
        item = try NewItem(
            itemClass, attributes: attributes,
            secret: secret ?? SecretBytes(copying: EmptyCollection()))
    }

    /// Adds the item.
    ///
    /// - Throws: as ``Keychain/add(_:asking:)``.
    package func add(to keychain: Keychain) throws(KeychainError) {
        try setSeed(of: try keychain.add(item), in: keychain)
    }

    /// Changes the given attributes of the item that exists, in any of some keychains and under any form of the same
    /// address; adds the item if there is none.
    package func put(
        in keychain: Keychain, orUpdateIn places: SearchList
    ) throws(KeychainError) {
        var keychain = keychain
        var (key, changes) = (given, given)
        for form in PasswordAddress.forms(of: given) {
            let (found, failures) = places.search(onlyFirst: true) {
                try $0.find(query(form), returning: [])
            }
            // Of other keychains only a locked one, which may have the item, is a reason not to add it.
            let locked = failures.first { $0.code == .interactionNotAllowed }
            if found.isEmpty, let locked { throw locked }
            guard let first = found.first else { continue }
            (keychain, key) = (first.keychain, form)
            if let notes = given[.comment] {
                let old = try first.read(.attributes)[.comment]
                changes[.comment] = notes.keepingDetails(of: old)
            }
            break
        }
        try keychain.put(item, orUpdate: query(key), Change(changes, secret: secret))
        if seed == nil { return }
        try setSeed(of: try keychain.find(query(given), returning: .attributes)[0], in: keychain)
    }

    private func setSeed(of stored: Item, in keychain: Keychain) throws(KeychainError) {
        if let seed { try EntryParts(of: stored, in: keychain).setSeed(seed, of: stored) }
    }

    private func query(_ key: [Attribute: AttributeValue]) throws(KeychainError) -> Query {
        let names = PasswordAddress.key(of: item.itemClass)
        let conditions = Query.Conditions(key.filter { names.contains($0.key) }, limit: .one)
        return try Query(item.itemClass, conditions)
    }
}
