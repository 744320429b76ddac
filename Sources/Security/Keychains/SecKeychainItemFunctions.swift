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
///   - keychainRef: where to; nil for the default keychain.
///   - initialAccess: always nil.
///   - itemRef: room for a reference to the item, or nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem`; `errSecNoSuchClass` for another class;
///   `errSecNoSuchAttr` for a tag the class does not have; `errSecParam`.
@discardableResult
public func SecKeychainItemCreateFromContent(
    _ itemClass: SecItemClass, _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>,
    _ length: UInt32, _ data: UnsafeRawPointer?, _ keychainRef: SecKeychain?,
    _ initialAccess: SecAccess?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        var attributes = PasswordAttributes(try ItemClass(itemClass))
        try attributes.read(attrList)
        let secret = try SecretBytes(lent: data, length, "data")
        let item = try attributes.add(secret, to: keychainRef)
        itemRef?.pointee = item
    }
}

/// Changes attributes and password of an item, all of it or nothing.
///
/// - Parameters:
///   - attrList: the attributes to set, or nil; dates among them are passed over.
///   - length: the length of `data` in bytes.
///   - data: the new password; nil keeps the old one.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when the item is gone; `errSecNoSuchAttr` for a
///   tag the class does not have; `errSecDuplicateItem` when another item has the new names;
///   `errSecParam`; `errSecInteractionNotAllowed`.
@discardableResult
public func SecKeychainItemModifyAttributesAndData(
    _ itemRef: SecKeychainItem, _ attrList: UnsafePointer<SecKeychainAttributeList>?,
    _ length: UInt32, _ data: UnsafeRawPointer?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let secret = try SecretBytes(lent: data, length, "data")
        try itemRef.modify(attrList, data == nil ? nil : secret)
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

/// Gives attributes and password of an item.
///
/// - Parameters:
///   - info: which attributes are wanted; nil when `attrList` is.
///   - itemClass: room for the class, or nil.
///   - attrList: room for a list of the attributes, or nil; what is not set has no bytes.
///   - length: room for the length of the password, or nil when `outData` is.
///   - outData: room for a pointer to the password, or nil.
/// - Returns: `errSecSuccess`, and the caller gives list and password back with
///   ``SecKeychainItemFreeAttributesAndData(_:_:)``; `errSecItemNotFound` when the item is gone;
///   `errSecNoSuchAttr`; `errSecParam`; `errSecInteractionNotAllowed`. Nothing is written then.
@discardableResult
public func SecKeychainItemCopyAttributesAndData(
    _ itemRef: SecKeychainItem, _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>?,
    _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeList>?>?,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        var tags: [UInt32] = []
        if attrList != nil {
            guard let info, info.pointee.count <= Limits.dictionaryKeys else {
                throw KeychainError(.parameter, "info: nil, or too many attributes")
            }
            tags = Array(
                UnsafeBufferPointer(start: info.pointee.tag, count: Int(info.pointee.count)))
        }
        let content = try itemRef.copy(tags, length, outData)
        if let attrList {
            let list = UnsafeMutablePointer<SecKeychainAttributeList>.allocate(capacity: 1)
            let entries = UnsafeMutableBufferPointer<SecKeychainAttribute>.allocate(
                capacity: tags.count)
            for (place, tag) in tags.enumerated() {
                entries.initializeElement(
                    at: place, to: SecKeychainAttribute(tag: tag, length: 0, data: nil))
            }
            list.initialize(
                to: SecKeychainAttributeList(count: UInt32(tags.count), attr: entries.baseAddress))
            try GivenMemory.fill(entries, content.values)
            attrList.pointee = list
        }
        try itemRef.give(content.secret, length, outData, itemClass)
    }
}

/// Gives attributes and password of an item; the attributes are written into a list of the caller's.
///
/// - Parameters:
///   - itemClass: room for the class, or nil.
///   - attrList: a list with the tags of the attributes that are wanted, or nil.
///   - length: room for the length of the password, or nil when `outData` is.
///   - outData: room for a pointer to the password, or nil.
/// - Returns: as ``SecKeychainItemCopyAttributesAndData(_:_:_:_:_:_:)``; what is given is given back
///   with ``SecKeychainItemFreeContent(_:_:)``.
@discardableResult
public func SecKeychainItemCopyContent(
    _ itemRef: SecKeychainItem, _ itemClass: UnsafeMutablePointer<SecItemClass>?,
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ outData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let entries = try SecKeychainAttributeList.entries(attrList)
        let content = try itemRef.copy(entries.map(\.tag), length, outData)
        try GivenMemory.fill(entries, content.values)
        try itemRef.give(content.secret, length, outData, itemClass)
    }
}

/// Frees the values of a list, and wipes and frees a password.
///
/// - Parameters:
///   - attrList: a list that ``SecKeychainItemCopyContent(_:_:_:_:_:)`` filled, or nil; the list
///     itself stays the caller's.
///   - data: a password that was given, or nil.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemFreeContent(
    _ attrList: UnsafeMutablePointer<SecKeychainAttributeList>?, _ data: UnsafeMutableRawPointer?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        GivenMemory.empty(try SecKeychainAttributeList.entries(attrList))
        GivenMemory.free(data)
    }
}

/// Frees a list and its values, and wipes and frees a password.
///
/// - Parameters:
///   - attrList: a list that ``SecKeychainItemCopyAttributesAndData(_:_:_:_:_:_:)`` gave, or nil.
///   - data: the password that it gave, or nil.
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
    LastError.status { () throws(KeychainError) in try itemRef.delete() }
}

/// Gives the keychain in which an item lies.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemCopyKeychain(
    _ itemRef: SecKeychainItem, _ keychainRef: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    keychainRef.pointee = SecKeychain(itemRef.keychain)
    return errSecSuccess
}

/// Gives a persistent reference to an item, in the form of `kSecReturnPersistentRef`.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainItemCreatePersistentReference(
    _ itemRef: SecKeychainItem, _ persistentItemRef: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    persistentItemRef.pointee = Data(itemRef.reference.bytes) as CFData
    return errSecSuccess
}

/// Finds the item that a persistent reference points at, in the keychains that are searched.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when no keychain has it; `errSecParam` for what
///   is no persistent reference.
@discardableResult
public func SecKeychainItemCopyFromPersistentReference(
    _ persistentItemRef: CFData, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        itemRef.pointee = try SecKeychainItem.find(external: Array(persistentItemRef as Data))
    }
}

extension SecKeychainItem {
    fileprivate func copy(
        _ tags: [UInt32], _ length: UnsafeMutablePointer<UInt32>?,
        _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) throws(KeychainError) -> (values: [[UInt8]?], secret: SecretBytes?) {
        guard data == nil || length != nil else {
            throw KeychainError(.parameter, "length: nil, and outData is not")
        }
        return try content(tags, withSecret: length != nil)
    }

    fileprivate func give(
        _ secret: SecretBytes?, _ length: UnsafeMutablePointer<UInt32>?,
        _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ itemClass: UnsafeMutablePointer<SecItemClass>?
    ) throws(KeychainError) {
        if let data { data.pointee = try GivenMemory.copy(secret) }
        length?.pointee = UInt32(secret?.count ?? 0)
        itemClass?.pointee =
            reference.itemClass == .internetPassword
            ? .internetPasswordItemClass : .genericPasswordItemClass
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
