// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// Returns the access object that is kept with an item.
///
/// - Parameter access: receives a new object; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecNoAccessForItem` when the item has none; `errSecItemNotFound` when
///   the item is gone; `errSecDecode`.
@discardableResult
public func SecKeychainItemCopyAccess(
    _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    LastError.status {
        guard case .data(let bytes) = try itemRef.stored([.attributes]).stored[.accessList] else {
            throw KeychainError(.noAccessForItem, "access: the item has no access object")
        }
        guard let content = try? JSONDecoder().decode(AccessContent.self, from: Data(bytes)) else {
            throw KeychainError(.decode, "kSecAttrAccess: the stored access object can't be read")
        }
        access.pointee = SecAccess(content)
    }
}

/// Keeps an access object with an item, in the place of an earlier one; see ``SecAccess``.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when the item is gone; `errSecParam` for an item that is
///   too large.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
    LastError.status {
        try itemRef.update(Change([.accessList: try access.stored()]))
    }
}

/// Copies an item to a keychain, with its attributes, its password and its access object.
///
/// - Parameters:
///   - destKeychainRef: the keychain to add to; nil for the default one.
///   - initialAccess: the access object of the copy; nil for that of the item.
///   - itemCopy: receives a reference to the copy; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem`, also for the keychain of the item itself;
///   `errSecItemNotFound` when the item is gone; `errSecNoSuchKeychain`; `errSecInteractionNotAllowed`.
@discardableResult
public func SecKeychainItemCreateCopy(
    _ itemRef: SecKeychainItem, _ destKeychainRef: SecKeychain?, _ initialAccess: SecAccess?,
    _ itemCopy: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    LastError.status {
        let item = try itemRef.stored([.attributes, .secret])
        var attributes = item.stored.filter { item.itemClass.attributes[$0.key] != nil }
        for attribute in [Attribute.accessGroup, .synchronizable, .accessControl] {
            attributes[attribute] = item[attribute]
        }
        if let initialAccess { attributes[.accessList] = try initialAccess.stored() }
        let keychain = SecKeychain.keychain(destKeychainRef)
        let copy = try keychain.add(
            try .stored(item.itemClass, item.secret, attributes))
        itemCopy.pointee = SecKeychainItem(copy.reference, in: keychain)
    }
}
