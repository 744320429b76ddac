// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The request that a dictionary given to SecItemAdd makes.
package struct AddRequest: Sendable {
    /// The items and objects to store, all or none.
    private let additions: [Addition]
    package let shape: ResultShape
    /// The keychain to add to; nil for the default one.
    package let keychain: Keychain?
    /// How the user is asked for a password that becomes part of an item's key.
    let asking: Authentication
    /// The authentication context that returned keys keep for each use.
    let carried: CarriedContext?

    /// Reads the dictionary of what to add.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``QueryDictionary`` and
    ///   ``NewItem``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .add)
        if let list = read.use.itemList {
            additions = try read.additions(of: list)
        } else if let reference = read.reference {
            additions = [try read.addition(of: reference)]
        } else {
            additions = [try read.newAddition()]
        }
        // Without a return key the result is nothing, not an empty array.
        let isArray = read.use.itemList != nil && !read.returned.isEmpty
        shape = ResultShape(read.returned, isArray: isArray)
        keychain = Keychain.areOfCards(read.attributes) ? .cards : read.use.keychain
        asking = read.use.asking
        carried = read.use.carried
    }

    /// Makes the items to store: groups of one item, or of the certificate and the key of an
    /// identity.
    ///
    /// - Throws: as ``NewItem``; `parameter` for other bytes in `kSecValueData` than those of the
    ///   object. A stored key is fetched, which throws as ``StoredKey/secret()``.
    package func groups() throws(KeychainError) -> [[NewItem]] {
        var groups: [[NewItem]] = []
        for addition in additions { groups.append(try addition.items()) }
        return groups
    }
}

extension AddRequest {
    /// Stores all items or none, and returns the items for the result.
    ///
    /// - Throws: as ``groups()`` and ``Keychain/add(groups:)``; `keyIsSensitive` when the result includes
    ///   the data of a key that can't be exported in clear.
    package func add() throws(KeychainError) -> [LocatedItem] {
        let groups = try groups()
        if shape.parts.contains(.data) {
            // The data of an identity is its certificate.
            for group in groups where group.count == 1 { try group[0].checkReading() }
        }
        let keychain = keychain ?? .default
        var items: [LocatedItem] = []
        for group in try keychain.add(groups: groups, asking: asking) {
            let item = group.count == 2 ? Item(identity: group[0], group[1]) : group[0]
            items.append(LocatedItem(item, in: keychain))
        }
        return items
    }
}

/// One item or object to add.
private enum Addition: Sendable {
    case item(NewItem)
    /// A key that a token makes, with these attributes.
    case generated(TokenID, [Attribute: AttributeValue])
    /// An object, the attributes given with it, and the bytes it must have.
    case object(ItemObject, [Attribute: AttributeValue], SecretBytes? = nil)

    func items() throws(KeychainError) -> [NewItem] {
        switch self {
        case .item(let item): return [item]
        case .generated(let token, let attributes):
            return [try .generated(in: token, attributes)]
        case .object(let object, let attributes, let bytes):
            let items = try object.newItems(attributes)
            if let bytes, items.count != 1 || items[0].secret != bytes {
                throw KeychainError(.parameter, "kSecValueData: not the bytes of kSecValueRef")
            }
            return items
        }
    }
}

extension QueryDictionary {
    /// Reads what `kSecUseItemList` adds.
    ///
    /// - Throws: `parameter` for an empty list, for what is stored already, and together with `kSecValueRef` or
    ///   `kSecValueData`; `noSuchClass` for an object of another class.
    fileprivate func additions(of list: [ItemReference]) throws(KeychainError) -> [Addition] {
        if itemClass?.isPassword == true {
            throw KeychainError(.parameter, "kSecUseItemList: passwords can't be added by it")
        }
        if list.isEmpty { throw KeychainError(.parameter, "kSecUseItemList: the list is empty") }
        if reference != nil || persistentReference != nil || secret != nil {
            throw KeychainError(
                .parameter,
                "kSecUseItemList: can't be combined with kSecValueRef or kSecValueData")
        }
        var objects: [ItemObject] = []
        for element in list {
            guard let object = element.object else {
                throw KeychainError(.parameter, "kSecUseItemList: an item that is already stored")
            }
            objects.append(object)
        }
        if let itemClass, objects.contains(where: { $0.itemClass != itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the item list")
        }
        return objects.map { .object($0, attributes) }
    }

    /// Reads what `kSecValueRef` adds.
    ///
    /// - Throws: `parameter` for what is stored already; `noSuchClass` for an object of another
    ///   class.
    fileprivate func addition(of reference: ItemReference) throws(KeychainError) -> Addition {
        guard let object = reference.object else {
            throw KeychainError(.parameter, "kSecValueRef: an item that is already stored")
        }
        let classes = [itemClass, persistentReference?.itemClass].compactMap(\.self)
        if classes.contains(where: { $0 != object.itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValueRef")
        }
        var bytes: SecretBytes?
        if let secret { bytes = try secret.secret(takesText: false) }
        return .object(object, attributes, bytes)
    }

    /// Makes what a dictionary without a reference adds. A key with the token id of a Secure Enclave and without
    /// bytes is made there.
    fileprivate func newAddition() throws(KeychainError) -> Addition {
        guard itemClass == .key, secret == nil, persistentReference == nil,
            let value = attributes[.tokenID], TokenID.isSecureEnclave(value)
        else { return .item(try newItem()) }
        return .generated(try TokenID(value), attributes)
    }

    /// Makes an item of a class and of bytes.
    ///
    /// - Throws: `parameter` without a class, for an identity, and for a certificate or key without
    ///   bytes; `decode` for bytes that are not a certificate; what ``NewItem`` throws.
    fileprivate func newItem() throws(KeychainError) -> NewItem {
        // The new item gets a new reference; only the class of this one is used.
        let named = persistentReference?.itemClass
        guard let itemClass = itemClass ?? named else {
            throw KeychainError(.parameter, "kSecClass: missing")
        }
        if let named, named != itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValuePersistentRef")
        }
        var bytes: SecretBytes?
        if let secret { bytes = try secret.secret(takesText: true) }
        return try NewItem.stored(itemClass, bytes, attributes)
    }
}
