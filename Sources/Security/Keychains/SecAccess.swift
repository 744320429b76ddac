import SwiftKeychainModel

/// An access object. None can be made: access groups decide which programs see an item, and
/// `SecAccessControl` decides what the user has to confirm.
public final class SecAccess {
    private init() {}
}

/// Returns the access object of an item: no item has one; see ``SecAccess``.
///
/// - Returns: `errSecNoAccessForItem`.
@discardableResult
public func SecKeychainItemCopyAccess(
    _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        throw KeychainError(.noAccessForItem, "access: items have no access object")
    }
}

/// Sets the access object of an item, which doesn't exist; see ``SecAccess``.
///
/// - Returns: `errSecUnimplemented`.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        throw KeychainError(.unimplemented, "access: items have no access object")
    }
}
