// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SwiftKeychainModel

/// The items that a search of keychain files found, taken one by one.
public final class SecKeychainSearch: CoreFoundationObject, @unchecked Sendable {
    private let rest: Mutex<ArraySlice<SecKeychainItem>>

    init(_ found: [SecKeychainItem]) {
        rest = Mutex(found[...])
    }

    /// Takes the next item; nil when none is left.
    func next() -> SecKeychainItem? { rest.withLock { $0.popFirst() } }
}

/// Returns the Core Foundation type of ``SecKeychainSearch``.
public func SecKeychainSearchGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychainSearch.self)
}

/// Searches for all passwords that have the attributes of a list.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - itemClass: `.genericPasswordItemClass` or `.internetPasswordItemClass`.
///   - attrList: the attributes, all of which must match; dates are ignored. nil or an empty list
///     matches any item of the class.
///   - searchRef: receives the search for ``SecKeychainSearchCopyNext(_:_:)``.
/// - Returns: `errSecSuccess`, also where nothing was found; `errSecNoSuchClass` for another class;
///   `errSecNoSuchAttr` for a tag the class does not have; `errSecNoSuchKeychain`; `errSecParam`.
@discardableResult
public func SecKeychainSearchCreateFromAttributes(
    _ keychainOrArray: CFTypeRef?, _ itemClass: SecItemClass,
    _ attrList: UnsafePointer<SecKeychainAttributeList>?,
    _ searchRef: UnsafeMutablePointer<SecKeychainSearch?>
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(try ItemClass(itemClass))
        try attributes.read(attrList)
        searchRef.pointee = try attributes.search(in: keychainOrArray)
    }
}

/// Returns the next item that a search found.
///
/// - Parameter itemRef: receives a reference to the item; unchanged when none is left.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` when none is left.
@discardableResult
public func SecKeychainSearchCopyNext(
    _ searchRef: SecKeychainSearch, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>
) -> OSStatus {
    LastError.status {
        guard let next = searchRef.next() else {
            throw KeychainError(.itemNotFound, "search: no item is left")
        }
        itemRef.pointee = next
    }
}
