import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

// What a dictionary given to SecItemAdd names: an object, a list of them, or bytes with a class.
extension ReadDictionary {
    /// Makes the items of `kSecUseItemList`.
    ///
    /// - Throws: `parameter` for an empty list, for what is stored already, and beside
    ///   `kSecValueRef` or `kSecValueData`; `noSuchClass` for an object of another class.
    func groups(of list: [ItemReference]) throws(KeychainError) -> [[NewItem]] {
        if itemClass?.isPassword == true {
            throw KeychainError(.parameter, "kSecUseItemList: passwords are not added by it")
        }
        if list.isEmpty { throw KeychainError(.parameter, "kSecUseItemList: nothing to add") }
        if reference != nil || persistentReference != nil || secret != nil {
            throw KeychainError(
                .parameter, "kSecUseItemList: beside another value, what to add is said twice")
        }
        var objects: [ItemObject] = []
        for element in list {
            guard let object = element.object else {
                throw KeychainError(
                    .parameter, "kSecUseItemList: what is stored is not added again")
            }
            objects.append(object)
        }
        if let itemClass, objects.contains(where: { $0.itemClass != itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the item list")
        }
        var groups: [[NewItem]] = []
        for object in objects { groups.append(try object.newItems(attributes)) }
        return groups
    }

    /// Makes the items of `kSecValueRef`: two of an identity.
    ///
    /// - Throws: `parameter` for what is stored already, and for other bytes in `kSecValueData`;
    ///   `noSuchClass` for an object of another class.
    func group(of reference: ItemReference) throws(KeychainError) -> [NewItem] {
        guard let object = reference.object else {
            throw KeychainError(
                .parameter, "kSecValueRef: a password that is stored is not added again")
        }
        let classes = [itemClass, persistentReference?.itemClass].compactMap(\.self)
        if classes.contains(where: { $0 != object.itemClass }) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValueRef")
        }
        let items = try object.newItems(attributes)
        if let secret {
            let bytes = try secret.secret(takesText: false)
            guard items.count == 1, items[0].secret == bytes else {
                throw KeychainError(.parameter, "kSecValueData: not the bytes of kSecValueRef")
            }
        }
        return items
    }

    /// Makes an item of a class and of bytes.
    ///
    /// - Throws: `parameter` without a class, for an identity, and for a certificate or key without
    ///   bytes; `decode` for bytes that are no certificate; what ``NewItem`` throws.
    func newItem() throws(KeychainError) -> NewItem {
        // The new item gets a reference of its own; this one only tells the class.
        let named = persistentReference?.itemClass
        guard let itemClass = itemClass ?? named else {
            throw KeychainError(.parameter, "kSecClass: missing")
        }
        if let named, named != itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValuePersistentRef")
        }
        var bytes: SecretBytes?
        if let secret { bytes = try secret.secret(takesText: true) }
        if itemClass.isPassword {
            return try NewItem(itemClass, attributes: attributes, secret: bytes)
        }
        if itemClass == .identity {
            throw KeychainError(.parameter, "kSecClass: an identity is added by kSecValueRef")
        }
        guard let bytes else { throw KeychainError(.parameter, "kSecValueData: missing") }
        if itemClass == .key { return try .key(bytes, attributes) }
        return try .certificate(
            try Certificate(der: bytes.withBytes { [UInt8]($0) }), attributes)
    }
}

extension NewItem {
    /// Makes an item of the bytes of a key: half of a pair where the type is RSA or an elliptic
    /// curve, else a symmetric one.
    ///
    /// - Throws: `parameter` for bytes that are no key of the type.
    fileprivate static func key(
        _ bytes: SecretBytes, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        guard let type = try number(.type, attributes).flatMap(CryptoKey.KeyType.init) else {
            return try .symmetricKey(bytes, attributes)
        }
        // Without a class the bytes tell it.
        var parts: [CryptoKey.Part] = [.public, .private]
        if attributes[.keyClass] != nil {
            parts = [try number(.keyClass, attributes).flatMap(CryptoKey.Part.init)]
                .compactMap(\.self)
        }
        var refusal = KeychainError(.parameter, "kSecAttrKeyClass: not one of a pair")
        for part in parts {
            do throws(KeychainError) {
                let key = try bytes.withBytes { bytes throws(KeychainError) in
                    try CryptoKey.readForeign(type, part, bytes)
                }
                return try .key(key, attributes)
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    private static func number(
        _ attribute: Attribute, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> Int? {
        guard let given = attributes[attribute],
            let description = ItemClass.key.attributes[attribute]
        else { return nil }
        return try description.accept(given).integer.map(Int.init)
    }
}
