// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// An attribute in the functions for keychain files.
public typealias SecKeychainAttrType = OSType

/// One attribute of an item, as the functions for keychain files take and return it.
public struct SecKeychainAttribute {
    /// The attribute; see ``SecItemAttr``.
    public var tag: SecKeychainAttrType
    /// The number of bytes at ``data``.
    public var length: UInt32
    /// The value; nil for none.
    public var data: UnsafeMutableRawPointer?

    /// Makes an attribute of zeros.
    public init() { self.init(tag: 0, length: 0, data: nil) }

    /// Makes an attribute.
    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        self.tag = tag
        self.length = length
        self.data = data
    }
}

/// A pointer to attributes, and their number.
public struct SecKeychainAttributeList {
    /// The number of attributes at ``attr``.
    public var count: UInt32
    /// The attributes.
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    /// Makes an empty list.
    public init() { self.init(count: 0, attr: nil) }

    /// Makes a list.
    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        self.count = count
        self.attr = attr
    }
}

/// The attributes that are asked for.
public struct SecKeychainAttributeInfo {
    /// The number of tags, and of formats.
    public var count: UInt32
    /// The names of the attributes; see ``SecItemAttr``.
    public var tag: UnsafeMutablePointer<UInt32>
    /// Ignored: each attribute has one format.
    public var format: UnsafeMutablePointer<UInt32>?

    /// Makes a list of names.
    public init(
        count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?
    ) {
        self.count = count
        self.tag = tag
        self.format = format
    }
}

/// Returns the names of all attributes that items of a class have.
///
/// - Parameters:
///   - keychain: ignored: all keychains have the same attributes.
///   - itemID: 0x80000000 or `genp` for generic passwords, 0x80000001 or `inet` for internet
///     passwords.
///   - info: receives the names and formats; the caller frees them with
///     ``SecKeychainFreeAttributeInfo(_:)``.
/// - Returns: `errSecSuccess`; `errSecNoSuchClass` for another class.
@discardableResult
public func SecKeychainAttributeInfoForItemID(
    _ keychain: SecKeychain?, _ itemID: UInt32,
    _ info: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeInfo>?>
) -> OSStatus {
    LastError.status {
        let described = AttributeTag.all(of: try ItemClass(itemID: itemID))
        let tags = UnsafeMutablePointer<UInt32>.allocate(capacity: described.count)
        let formats = UnsafeMutablePointer<UInt32>.allocate(capacity: described.count)
        tags.initialize(from: described.map(\.tag), count: described.count)
        formats.initialize(from: described.map(\.format), count: described.count)
        let made = UnsafeMutablePointer<SecKeychainAttributeInfo>.allocate(capacity: 1)
        made.initialize(
            to: SecKeychainAttributeInfo(
                count: UInt32(described.count), tag: tags, format: formats))
        info.pointee = made
    }
}

/// Frees what ``SecKeychainAttributeInfoForItemID(_:_:_:)`` returned.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainFreeAttributeInfo(
    _ info: UnsafeMutablePointer<SecKeychainAttributeInfo>
) -> OSStatus {
    info.pointee.tag.deallocate()
    info.pointee.format?.deallocate()
    info.deallocate()
    return errSecSuccess
}
