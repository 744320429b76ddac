import SwiftKeychainModel

/// Stands for an access object. None can be made: which programs see an item is decided by access
/// groups, and who has to consent by `SecAccessControl`.
public final class SecAccess {
    private init() {}
}

/// Gives the access object of an item: no item has one, see ``SecAccess``.
///
/// - Returns: `errSecNoAccessForItem`.
@discardableResult
public func SecKeychainItemCopyAccess(
    _ itemRef: SecKeychainItem, _ access: UnsafeMutablePointer<SecAccess?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        throw KeychainError(.noAccessForItem, "access: no item has such an object")
    }
}

/// Sets the access object of an item; there is none to be set, see ``SecAccess``.
///
/// - Returns: `errSecUnimplemented`.
@discardableResult
public func SecKeychainItemSetAccess(_ itemRef: SecKeychainItem, _ access: SecAccess) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        throw KeychainError(.unimplemented, "access: items have no such object")
    }
}
