// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Archived objects, one per service.
///
/// The account of the item is the service. Items can be read after the first unlock since the
/// start, even while the device is locked again.
public enum MyKeychain {
    /// Stores `data` for `service`; the old object stays until the new one is stored.
    ///
    /// - Parameter data: text, bytes, numbers, dates, URLs and UUIDs, arrays, sets and dictionaries of
    ///   them, and objects that adopt `NSSecureCoding`, of a class of the program that is neither
    ///   private nor nested.
    /// - Throws: ``WrapperError``; `errSecParam` when the object cannot be archived.
    public static func save(service: String, data: Any) throws {
        guard let archive = ObjectArchive(of: data) else {
            throw WrapperError(status: errSecParam)
        }
        let change: Attributes = [
            kSecValueData: archive.bytes as NSData,
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        ]
        let identity = identity(of: service)
        try GenericPassword.store(
            change, in: identity, orAdd: identity.merging(change) { _, new in new })
    }

    /// Returns the object stored for `service`; nil when there is none, or when the item's secret
    /// is not an archive of known classes that adopt `NSSecureCoding`.
    ///
    /// - Throws: ``WrapperError`` when the item cannot be read: locked, denied, damaged.
    public static func load(service: String) throws -> Any? {
        guard let secret = try GenericPassword.secret(of: identity(of: service)) else { return nil }
        return ObjectArchive(bytes: Data(referencing: secret)).object
    }

    /// Deletes the object stored for `service`; it is no error if there is none.
    ///
    /// - Throws: ``WrapperError``.
    public static func delete(service: String) throws {
        try GenericPassword.delete(identity(of: service))
    }

    /// Returns the attributes of the item for `service`, as a query and as the basis of a new item.
    public static func keychainQuery(service: String) -> CFMutableDictionary {
        var query = identity(of: service)
        query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
        return CFMutableDictionary(dictionary: query)
    }

    /// Returns the query for the item, without the protection class: it isn't part of the primary key.
    private static func identity(of service: String) -> Attributes {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccount: service,
        ]
    }
}
