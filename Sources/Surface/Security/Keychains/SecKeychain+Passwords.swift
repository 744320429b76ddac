// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Adds a generic password.
///
/// - Parameters:
///   - keychain: the keychain to add to; nil for the default one.
///   - serviceNameLength: the length of `serviceName` in bytes; 0 for none. The name doesn't have
///     to end with a zero byte.
///   - accountNameLength: the same for `accountName`.
///   - passwordLength: the length of `passwordData` in bytes.
///   - itemRef: receives a reference to the item, or nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when a password for this account and service
///   exists; `errSecParam` for a length without a pointer and for a length that is too large.
@discardableResult
public func SecKeychainAddGenericPassword(
    _ keychain: SecKeychain?, _ serviceNameLength: UInt32, _ serviceName: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(.genericPassword)
        try attributes.read(.service, serviceNameLength, serviceName)
        try attributes.read(.account, accountNameLength, accountName)
        try attributes.add(passwordData, passwordLength, "passwordData", to: keychain, itemRef)
    }
}

/// Adds an internet password.
///
/// - Parameters:
///   - keychain: the keychain to add to; nil for the default one.
///   - serverNameLength: the length of `serverName` in bytes; 0 for none. The name doesn't have to
///     end with a zero byte. The same applies to the other names and lengths.
///   - port: 0 for none.
///   - passwordLength: the length of `passwordData` in bytes.
///   - itemRef: receives a reference to the item, or nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when one with the same names, port, protocol
///   and type exists; `errSecParam` for a length without a pointer and for a length that is too
///   large.
@discardableResult
public func SecKeychainAddInternetPassword(
    _ keychain: SecKeychain?, _ serverNameLength: UInt32, _ serverName: UnsafePointer<CChar>?,
    _ securityDomainLength: UInt32, _ securityDomain: UnsafePointer<CChar>?,
    _ accountNameLength: UInt32, _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32,
    _ path: UnsafePointer<CChar>?, _ port: UInt16, _ protocol: SecProtocolType,
    _ authenticationType: SecAuthenticationType, _ passwordLength: UInt32,
    _ passwordData: UnsafeRawPointer?, _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(.internetPassword)
        try attributes.read(.server, serverNameLength, serverName)
        try attributes.read(.securityDomain, securityDomainLength, securityDomain)
        try attributes.read(.account, accountNameLength, accountName)
        try attributes.read(.path, pathLength, path)
        attributes.read(
            port: port, protocol: `protocol`.rawValue,
            authenticationType: authenticationType.rawValue)
        try attributes.add(passwordData, passwordLength, "passwordData", to: keychain, itemRef)
    }
}

/// Finds a generic password by the given names; the oldest of several.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - serviceNameLength: the length of `serviceName` in bytes; 0 for any service.
///   - accountNameLength: the length of `accountName` in bytes; 0 for any account.
///   - passwordLength: receives the length of the password, or nil when `passwordData` is.
///   - passwordData: receives a pointer to the password, or nil; the caller frees it with
///     ``SecKeychainItemFreeContent(_:_:)``, which wipes it. It doesn't end with a zero byte.
///   - itemRef: receives a reference to the item, or nil.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecParam`; `errSecInteractionNotAllowed`
///   when the item is locked or requires the user. Nothing is written to the pointers then.
@discardableResult
public func SecKeychainFindGenericPassword(
    _ keychainOrArray: CFTypeRef?, _ serviceNameLength: UInt32,
    _ serviceName: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(.genericPassword)
        try attributes.read(.service, serviceNameLength, serviceName)
        try attributes.read(.account, accountNameLength, accountName)
        try attributes.find(in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}

/// Finds an internet password by the given names, port, protocol and type; the oldest of several.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - serverNameLength: the length of `serverName` in bytes; 0 for any server. The same applies to
///     the other names and lengths.
///   - port: 0 for any port.
///   - protocol: `.any` for any protocol, in C `kSecProtocolTypeAny`.
///   - authenticationType: `.any` for any type, in C `kSecAuthenticationTypeAny`.
///   - passwordLength: receives the length of the password, or nil when `passwordData` is.
///   - passwordData: as for ``SecKeychainFindGenericPassword(_:_:_:_:_:_:_:_:)``.
///   - itemRef: receives a reference to the item, or nil.
/// - Returns: as ``SecKeychainFindGenericPassword(_:_:_:_:_:_:_:_:)``.
@discardableResult
public func SecKeychainFindInternetPassword(
    _ keychainOrArray: CFTypeRef?, _ serverNameLength: UInt32,
    _ serverName: UnsafePointer<CChar>?, _ securityDomainLength: UInt32,
    _ securityDomain: UnsafePointer<CChar>?, _ accountNameLength: UInt32,
    _ accountName: UnsafePointer<CChar>?, _ pathLength: UInt32, _ path: UnsafePointer<CChar>?,
    _ port: UInt16, _ protocol: SecProtocolType, _ authenticationType: SecAuthenticationType,
    _ passwordLength: UnsafeMutablePointer<UInt32>?,
    _ passwordData: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ itemRef: UnsafeMutablePointer<SecKeychainItem?>?
) -> OSStatus {
    LastError.status {
        var attributes = PasswordAttributes(.internetPassword)
        try attributes.read(.server, serverNameLength, serverName)
        try attributes.read(.securityDomain, securityDomainLength, securityDomain)
        try attributes.read(.account, accountNameLength, accountName)
        try attributes.read(.path, pathLength, path)
        attributes.read(
            port: port, protocol: `protocol`.rawValue,
            authenticationType: authenticationType.rawValue)
        try attributes.find(in: keychainOrArray, passwordLength, passwordData, itemRef)
    }
}
