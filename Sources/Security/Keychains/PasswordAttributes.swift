import SwiftKeychainModel

/// Collects the attributes that name a password, as callers of C's manner give them.
package struct PasswordAttributes: Sendable {
    package let itemClass: ItemClass
    private(set) var values: [Attribute: AttributeValue] = [:]

    package init(_ itemClass: ItemClass) { self.itemClass = itemClass }

    /// Takes in text that is lent: a length in bytes and a pointer. Neither text is a name that was
    /// not given.
    ///
    /// - Throws: `parameter` for a length without a pointer, and one over ``Limits``.
    package mutating func read(
        _ attribute: Attribute, _ length: UInt32, _ text: UnsafePointer<CChar>?
    ) throws(KeychainError) {
        let bytes = try Self.lent(UnsafeRawPointer(text), length)
        if !bytes.isEmpty { values[attribute] = .lent(bytes) }
    }

    /// Takes in a port, a protocol and an authentication type; 0 is one that was not given.
    package mutating func read(port: UInt16, protocol: UInt32, authenticationType: UInt32) {
        if port != 0 { values[.port] = .number(Int64(port)) }
        if `protocol` != 0 {
            values[.protocol] = .fourCharacters(
                withUnsafeBytes(of: `protocol`.bigEndian) { Array($0) })
        }
        // As macOS numbers them the first character lies in the lowest byte.
        if authenticationType != 0 {
            values[.authenticationType] = .fourCharacters(
                withUnsafeBytes(of: authenticationType.littleEndian) { Array($0) })
        }
    }

    /// Takes in a list of attributes.
    ///
    /// - Throws: `noSuchAttribute` for a tag that names none; `parameter` for a value that is none,
    ///   and for pointers that are missing.
    package mutating func read(
        _ list: UnsafePointer<SecKeychainAttributeList>?
    ) throws(KeychainError) {
        for entry in try SecKeychainAttributeList.entries(list) {
            let tag = try AttributeTag(entry.tag, in: itemClass)
            if let value = try tag.value(try Self.lent(entry.data, entry.length)) {
                values[tag.attribute] = value
            }
        }
    }

    /// Copies what is lent.
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
    /// Gives the attributes of a list; none where there is no list.
    ///
    /// - Throws: `parameter` for a number without a pointer, and one that no list has.
    package static func entries(
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
