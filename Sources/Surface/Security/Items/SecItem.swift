// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// Finds items of the keychain and returns what is asked for.
///
/// - Parameters:
///   - query: the class (`kSecClass`), attributes and match keys that describe the items; the limit
///     (`kSecMatchLimit`); and the return keys, for what to return of each. Without a limit
///     the result is one item, the oldest; with a limit other than one it is an array, oldest
///     first.
///   - result: receives the result, or nil; unchanged unless the call succeeds.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches; `errSecParam`,
///   `errSecNoSuchAttr` or `errSecNoSuchClass` for an invalid query; `errSecInteractionNotAllowed`
///   when an item is locked or the user would have to be asked.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    CopyRequest.perform(query, result)
}

/// Adds an item to the keychain.
///
/// - Parameters:
///   - attributes: the class (`kSecClass`), the attributes, the secret (`kSecValueData`), and the
///     return keys, for what to return of the new item.
///   - result: receives the result, or nil; unchanged without a return key, and after a failure.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when an item with the same primary key is
///   stored; `errSecParam`, `errSecNoSuchAttr` or `errSecNoSuchClass` for an invalid dictionary;
///   `errSecInteractionNotAllowed` while the protection class is locked.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    LastError.status {
        let request = try AddRequest(attributes)
        try request.shape.store(request.add(), in: result, request.carried)
    }
}

/// Changes every item that matches: in each keychain all or none.
///
/// Of several keychains, none is changed if an item that matches is locked in one, or if one with a match can't be
/// written.
///
/// - Parameters:
///   - query: describes the items, as for ``SecItemCopyMatching(_:_:)``; without a limit all.
///   - attributesToUpdate: the attributes to set, and the new secret (`kSecValueData`). Other
///     attributes stay.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches; `errSecDuplicateItem`
///   when another item has the new primary key; `errSecParam` or `errSecNoSuchAttr` for invalid
///   dictionaries; `errSecInteractionNotAllowed` when an item is locked.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    LastError.status {
        try UpdateRequest(query, attributesToUpdate).perform()
    }
}

/// Deletes every item that matches.
///
/// - Parameter query: describes the items, as for ``SecItemCopyMatching(_:_:)``; without a limit
///   all.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when nothing matches; `errSecParam`,
///   `errSecNoSuchAttr` or `errSecNoSuchClass` for an invalid query.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    LastError.status {
        try DeleteRequest(query).perform()
    }
}
