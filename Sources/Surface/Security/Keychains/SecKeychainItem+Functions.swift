// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Adds a password that is described by a list of attributes.
///
/// - Parameters:
///   - itemClass: `.genericPasswordItemClass` or `.internetPasswordItemClass`.
///   - attrList: the attributes; see ``SecItemAttr`` for the form of their values.
///   - length: the length of `data` in bytes.
///   - data: the password.
///   - keychainRef: the keychain to add to; nil for the default one.
///   - initialAccess: the access object to keep with the item, or nil; see ``SecAccess``.
///   - itemRef: receives a reference to the item, or nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem`; `errSecNoSuchClass` for another class;
///   `errSecNoSuchAttr` for a tag the class does not have; `errSecParam`.
@discardableResult
public func SecKeychainItemCreateFromContent(
    _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
    _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
    _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(try ItemClass(itemClass))
        try attributes.read(attrList)
        try attributes.read(initialAccess)
        try attributes.add(data, length, "data", to: keychainRef, itemRef)
    }
}

/// Changes attributes and the password of an item: all or nothing.
///
/// - Parameters:
///   - attrList: the attributes to set, or nil; dates are ignored.
///   - length: the length of `data` in bytes.
///   - data: the new password; nil keeps the old one.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when the item is gone; `errSecNoSuchAttr` for a
///   tag the class does not have; `errSecDuplicateItem` when another item has the new primary key;
///   `errSecParam`; `errSecInteractionNotAllowed`.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
    _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus {
    LastError.status {
        let secret = try SecretBytes(lent: data, length, "data")
        var attributes = PasswordAttributes(itemRef.reference.itemClass)
        try attributes.read(attrList)
        try itemRef.update(Change(attributes.values, secret: data == nil ? nil : secret))
    }
}

/// Does the same as ``SecKeychainItemModifyAttributesAndData(_:_:_:_:)``.
@discardableResult
public func SecKeychainItemModifyContent(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
    _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus {
    SecKeychainItemModifyAttributesAndData(itemRef, attrList, length, data)
}

/// Returns attributes and password of an item.
///
/// - Parameters:
///   - info: the attributes that are asked for; nil when `attrList` is.
///   - itemClass: receives the class, or nil.
///   - attrList: receives a list of the attributes, or nil; attributes that aren't set have no
///     bytes.
///   - length: receives the length of the password, or nil when `outData` is.
///   - outData: receives a pointer to the password, or nil.
/// - Returns: `errSecSuccess`, and the caller frees list and password with
///   ``SecKeychainItemFreeAttributesAndData(_:_:)``; `errSecItemNotFound` when the item is gone;
///   `errSecNoSuchAttr`; `errSecParam`; `errSecInteractionNotAllowed`. Nothing is written after a
///   failure.
@discardableResult
public func SecKeychainItemCopyAttributesAndData(
    _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
    _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    LastError.status {
        var tags: [UInt32] = []
        if attrList != nil {
            guard let info, info.pointee.count <= Limits.dictionaryKeys else {
                throw KeychainError(.parameter, "info: nil, or too many attributes")
            }
            tags = Array(
                UnsafeBufferPointer(start: info.pointee.tag, count: Int(info.pointee.count)))
        }
        let content = try itemRef.copy(tags, length, outData)
        let entries = UnsafeMutableBufferPointer<SecKeychainAttribute>.allocate(
            capacity: tags.count)
        _ = entries.initialize(
            from: tags.map { SecKeychainAttribute(tag: $0, length: 0, data: nil) })
        do throws(KeychainError) {
            try itemRef.give(content, entries, length, outData, itemClass)
        } catch {
            entries.deallocate()
            throw error
        }
        guard let attrList else { return entries.deallocate() }
        let list = UnsafeMutablePointer<SecKeychainAttributeList>.allocate(capacity: 1)
        list.initialize(
            to: SecKeychainAttributeList(count: UInt32(tags.count), attr: entries.baseAddress))
        attrList.pointee = list
    }
}

/// Returns attributes and password of an item; the attributes are written into the caller's list.
///
/// - Parameters:
///   - itemClass: receives the class, or nil.
///   - attrList: a list with the tags of the attributes that are asked for, or nil.
///   - length: receives the length of the password, or nil when `outData` is.
///   - outData: receives a pointer to the password, or nil.
/// - Returns: as ``SecKeychainItemCopyAttributesAndData(_:_:_:_:_:_:)``; the caller frees the
///   result with ``SecKeychainItemFreeContent(_:_:)``.
@discardableResult
public func SecKeychainItemCopyContent(
    _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    LastError.status {
        let entries = try SecKeychainAttributeList.entries(attrList)
        let content = try itemRef.copy(entries.map(\.tag), length, outData)
        try itemRef.give(content, entries, length, outData, itemClass)
    }
}

/// Frees the values of a list, and wipes and frees a password.
///
/// - Parameters:
///   - attrList: a list that ``SecKeychainItemCopyContent(_:_:_:_:_:)`` filled, or nil; the list
///     itself isn't freed.
///   - data: a password that a function returned, or nil.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    LastError.status {
        ReturnedMemory.empty(try SecKeychainAttributeList.entries(attrList))
        ReturnedMemory.free(data)
    }
}

/// Frees a list and its values, and wipes and frees a password.
///
/// - Parameters:
///   - attrList: a list that ``SecKeychainItemCopyAttributesAndData(_:_:_:_:_:_:)`` returned, or
///     nil.
///   - data: the password that it returned, or nil.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemFreeAttributesAndData(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    let status = SecKeychainItemFreeContent(attrList, data)
    attrList?.pointee.attr?.deallocate()
    attrList?.deallocate()
    return status
}

/// Deletes an item.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when it is gone already.
@discardableResult
public func SecKeychainItemDelete(_ itemRef: SecKeychainItem) -> OSStatus {
    LastError.status { try itemRef.delete() }
}

/// Returns the keychain of an item.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    keychainRef.receive(itemRef.keychainReference)
}

/// Returns a persistent reference to an item, in the form of `kSecReturnPersistentRef`.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
    _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    persistentItemRef.receive(Data(itemRef.reference.bytes) as CFData)
}

/// Finds the item of a persistent reference in the keychains that are searched.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when no keychain has it; `errSecParam` for data
///   that is not a persistent reference.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
    _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    LastError.status {
        guard let reference = PersistentReference(bytes: Array(persistentItemRef as Data)) else {
            throw KeychainError(.parameter, "persistentItemRef: not a persistent reference")
        }
        for keychain in SearchList.standard.keychains {
            let item = SecKeychainItem(reference, in: keychain)
            if try KeychainError.unlessMissing({ try item.stored([]) }) != nil {
                itemRef.pointee = item
                return
            }
        }
        throw KeychainError(.itemNotFound, "persistentItemRef: no keychain has the item")
    }
}

extension SecKeychainItem {
    /// Reads the values of attributes in the order of their tags, nil for those that are not set, and
    /// the secret only if the caller wants its length. Port, protocol and authentication type are 0 if not set, because
    /// callers read them through the pointer.
    ///
    /// - Throws: `itemNotFound`, `noSuchAttribute`, and as ``Keychain/find(_:returning:)``.
    fileprivate func copy(
        _ tags: [UInt32], _ length: UnsafeMutablePointer<UInt32>?,
        _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) throws(KeychainError) -> (values: [[UInt8]?], item: Item) {
        guard data == nil || length != nil else {
            throw KeychainError(.parameter, "length: nil, and outData is not")
        }
        var names: [AttributeTag] = []
        for tag in tags { names.append(try AttributeTag(tag, in: reference.itemClass)) }
        let item = try stored(length == nil ? [.attributes] : [.attributes, .secret])
        let values = names.map { name in
            (name.form == .bytes ? item.stored[name.attribute] : item[name.attribute])
                .flatMap(name.bytes)
        }
        return (values, item)
    }

    /// Stores the values of attributes and the secret in memory that the caller must free, the secret's length, and the
    /// class; nothing if memory is unavailable.
    fileprivate func give(
        _ content: (values: [[UInt8]?], item: Item),
        _ entries: UnsafeMutableBufferPointer<SecKeychainAttribute>,
        _ length: UnsafeMutablePointer<UInt32>?,
        _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ itemClass: UnsafeMutablePointer<SecItemClass>?
    ) throws(KeychainError) {
        let item = content.item
        let secret = data == nil ? nil : try ReturnedMemory.copy(item.secret)
        do throws(KeychainError) {
            try ReturnedMemory.fill(entries, content.values)
        } catch {
            ReturnedMemory.free(secret)
            throw error
        }
        data?.pointee = secret
        length?.pointee = UInt32(item.secret?.count ?? 0)
        itemClass?.pointee = SecItemClass(item)
    }
}

extension SecItemClass {
    /// The class of an item; that of an identity is the class of its certificate.
    fileprivate init(_ item: Item) {
        switch item.itemClass {
        case .genericPassword: self = .genericPasswordItemClass
        case .internetPassword: self = .internetPasswordItemClass
        case .certificate, .identity: self = .certificateItemClass
        case .key:
            switch item.stored[.keyClass]?.keyNumber {
            case 1: self = .privateKeyItemClass
            case 2: self = .symmetricKeyItemClass
            default: self = .publicKeyItemClass
            }
        }
    }
}

extension ItemClass {
    /// Reads the class of a password.
    ///
    /// - Throws: `noSuchClass` for any other.
    init(_ itemClass: SecItemClass) throws(KeychainError) {
        switch itemClass {
        case .genericPasswordItemClass: self = .genericPassword
        case .internetPasswordItemClass: self = .internetPassword
        default: throw KeychainError(.noSuchClass, "itemClass: not a password")
        }
    }
}
