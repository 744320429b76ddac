import SwiftKeychainModel

/// Gives the names of all attributes that items of a class have.
///
/// - Parameters:
///   - keychain: not looked at: all keychains have the same.
///   - itemID: 0x80000000 or `genp` for generic passwords, 0x80000001 or `inet` for internet
///     passwords.
///   - info: room for the names and formats; the caller gives them back with
///     ``SecKeychainFreeAttributeInfo(_:)``.
/// - Returns: `errSecSuccess`; `errSecNoSuchClass` for another class.
@discardableResult
public func SecKeychainAttributeInfoForItemID(
    _ keychain: SecKeychain?, _ itemID: UInt32,
    _ info: UnsafeMutablePointer<UnsafeMutablePointer<SecKeychainAttributeInfo>?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let described = try PasswordAttributes.described(itemID)
        let tags = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: described.count)
        let formats = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: described.count)
        _ = tags.initialize(from: described.map(\.tag))
        _ = formats.initialize(from: described.map(\.format))
        guard let first = tags.baseAddress else { return }
        let made = UnsafeMutablePointer<SecKeychainAttributeInfo>.allocate(capacity: 1)
        made.initialize(
            to: SecKeychainAttributeInfo(
                count: UInt32(described.count), tag: first, format: formats.baseAddress))
        info.pointee = made
    }
}

/// Frees what ``SecKeychainAttributeInfoForItemID(_:_:_:)`` gave.
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
