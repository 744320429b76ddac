import Foundation
import SwiftKeychainModel

/// Searches for all passwords that have the attributes of a list.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - itemClass: `.genericPasswordItemClass` or `.internetPasswordItemClass`.
///   - attrList: the attributes, all of which must be the item's; dates among them are passed over.
///     nil, or an empty list: any item of the class.
///   - searchRef: room for the search, from which ``SecKeychainSearchCopyNext(_:_:)`` takes.
/// - Returns: `errSecSuccess`, also where nothing was found; `errSecNoSuchClass` for another class;
///   `errSecNoSuchAttr` for a tag the class does not have; `errSecNoSuchKeychain`; `errSecParam`.
@discardableResult
public func SecKeychainSearchCreateFromAttributes(
    _ keychainOrArray: CFTypeRef?, _ itemClass: SecItemClass,
    _ attrList: UnsafePointer<SecKeychainAttributeList>?,
    _ searchRef: UnsafeMutablePointer<SecKeychainSearch?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        var attributes = PasswordAttributes(try ItemClass(itemClass))
        try attributes.read(attrList)
        searchRef.pointee = try attributes.search(in: keychainOrArray)
    }
}

/// Gives the next item that a search found.
///
/// - Parameter itemRef: room for a reference to the item; untouched when there is none left.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when there is none left.
@discardableResult
public func SecKeychainSearchCopyNext(
    _ searchRef: SecKeychainSearch, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        guard let next = searchRef.next() else {
            throw KeychainError(.itemNotFound, "search: no item is left")
        }
        itemRef.pointee = next
    }
}
