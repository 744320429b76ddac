// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The attributes that describe a password, as C callers pass them.
struct PasswordAttributes: Sendable {
    let itemClass: ItemClass
    private(set) var values: [Attribute: AttributeValue] = [:]

    init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Reads text passed as a length in bytes and a pointer; an empty one counts as not given.
    ///
    /// - Throws: `parameter` for a length without a pointer, and for one over ``Limits``.
    mutating func read(
        _ attribute: Attribute, _ length: UInt32, _ text: UnsafePointer<CChar>?
    ) throws(KeychainError) {
        let bytes = try Self.lent(UnsafeRawPointer(text), length)
        if !bytes.isEmpty { values[attribute] = AttributeValue(bytes: bytes) }
    }

    /// Reads a port, a protocol and an authentication type; 0 counts as not given.
    mutating func read(port: UInt16, protocol: UInt32, authenticationType: UInt32) {
        if port != 0 { values[.port] = .number(Int64(port)) }
        if `protocol` != 0 {
            values[.protocol] = .fourCharacters(
                withUnsafeBytes(of: `protocol`.bigEndian) { Array($0) })
        }
        // In macOS's numbers the first character is in the lowest byte.
        if authenticationType != 0 {
            values[.authenticationType] = .fourCharacters(
                withUnsafeBytes(of: authenticationType.littleEndian) { Array($0) })
        }
    }

    /// Reads a list of attributes.
    ///
    /// - Throws: `noSuchAttribute` for an unknown tag; `parameter` for an invalid value and for
    ///   missing pointers.
    mutating func read(
        _ list: UnsafePointer<SecKeychainAttributeList>?
    ) throws(KeychainError) {
        for entry in try SecKeychainAttributeList.entries(list) {
            let tag = try AttributeTag(entry.tag, in: itemClass)
            if let value = try tag.value(try Self.lent(entry.data, entry.length)) {
                values[tag.attribute] = value
            }
        }
    }

    /// Takes the access object to keep with the item; nil for none.
    mutating func read(_ access: SecAccess?) throws(KeychainError) {
        if let access { values[.accessList] = try access.stored() }
    }

    /// Copies the bytes at a pointer.
    private static func lent(
        _ pointer: UnsafeRawPointer?, _ length: UInt32
    ) throws(KeychainError) -> [UInt8] {
        guard length <= Limits.attributeBytes else {
            throw KeychainError(
                .parameter, "attribute: larger than \(Limits.attributeBytes) bytes")
        }
        guard pointer != nil || length == 0 else {
            throw KeychainError(.parameter, "attribute: a length without a pointer")
        }
        return Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
    }
}

extension SecKeychainAttributeList {
    /// Returns the attributes of a list; an empty one where there is no list.
    ///
    /// - Throws: `parameter` for a count without a pointer, and for one over the limit.
    static func entries(
        _ list: UnsafePointer<SecKeychainAttributeList>?
    ) throws(KeychainError) -> UnsafeMutableBufferPointer<SecKeychainAttribute> {
        guard let list, list.pointee.count > 0 else {
            return UnsafeMutableBufferPointer(start: nil, count: 0)
        }
        guard list.pointee.count <= Limits.dictionaryKeys, let first = list.pointee.attr else {
            throw KeychainError(.parameter, "attribute list: no pointer, or too many attributes")
        }
        return UnsafeMutableBufferPointer(start: first, count: Int(list.pointee.count))
    }
}

// The functions for keychain files, for passwords.
extension PasswordAttributes {
    /// Adds the password in the caller's memory; its label is its service or server by default.
    ///
    /// - Parameters:
    ///   - name: the name of the argument that is the password, for an error.
    ///   - keychain: nil for the default keychain.
    ///   - itemRef: receives a reference to the new item, or nil.
    /// - Throws: `parameter`, `duplicateItem`, and as ``Keychain/add(_:)``.
    func add(
        _ password: UnsafeRawPointer?, _ length: UInt32, _ name: String, to keychain: SecKeychain?,
        _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
    ) throws(KeychainError) {
        let secret = try SecretBytes(lent: password, length, name)
        var attributes = values
        let place: Attribute = itemClass == .genericPassword ? .service : .server
        attributes[.label] = values[.label] ?? values[place]
        let keychain = SecKeychain.keychain(keychain)
        let item = try keychain.add(
            try NewItem(itemClass, attributes: attributes, secret: secret))
        itemRef?.pointee = SecKeychainItem(item.reference, in: keychain)
    }

    /// Finds the oldest password with these attributes in the first keychain that has one, and stores what the
    /// caller asks for.
    ///
    /// - Parameter keychains: a keychain, an array of them, or nil for those that are searched.
    /// - Throws: `itemNotFound`, `parameter`, and as ``Keychain/find(_:returning:)``.
    func find(
        in keychains: AnyObject?, _ length: UnsafeMutablePointer<UInt32>?,
        _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
    ) throws(KeychainError) {
        guard password == nil || length != nil else {
            throw KeychainError(.parameter, "passwordLength: nil, and passwordData is not")
        }
        let searched = try SearchList(keychains)
        let query = try Query(itemClass, Query.Conditions(values, limit: .one))
        // The length alone requires reading the password too.
        let parts: Item.Parts = length == nil ? .reference : .secret
        try searched.find(limit: .one, named: nil) { keychain, _ in
            let found = try keychain.find(
                query, returning: parts)
            if let item = found.first {
                if let password { password.pointee = try ReturnedMemory.copy(item.secret) }
                length?.pointee = UInt32(item.secret?.count ?? 0)
                itemRef?.pointee = SecKeychainItem(item.reference, in: keychain)
            }
            return found.count
        }
    }

    /// Finds all passwords with these attributes, keychain after keychain, the oldest of each
    /// first; an empty search where there are none. The user is not asked.
    ///
    /// - Parameter keychains: a keychain, an array of them, or nil for those that are searched.
    /// - Throws: `parameter`, and as ``Keychain/find(_:returning:)``.
    func search(in keychains: AnyObject?) throws(KeychainError) -> SecKeychainSearch {
        let query = try Query(itemClass, Query.Conditions(values))
        var found: [SecKeychainItem] = []
        for keychain in try SearchList(keychains).keychains {
            let reference = SecKeychain(keychain)
            let items = try KeychainError.unlessMissing {
                try keychain.references(query, limit: nil) { _ in true }
            }
            found += (items ?? []).map { SecKeychainItem($0, in: reference) }
        }
        return SecKeychainSearch(found)
    }
}
