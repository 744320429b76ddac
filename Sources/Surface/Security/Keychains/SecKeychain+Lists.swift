// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Returns a reference to the default keychain, for calls that name no keychain.
///
/// - Returns: `errSecSuccess`, or `errSecNotAvailable` when the user's choice cannot be read.
@discardableResult
public func SecKeychainCopyDefault(
    _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    LastError.status {
        let standard = Keychain.default
        try standard.requirePlace()
        keychain.pointee = SecKeychain(standard)
    }
}

/// Makes a keychain the default one, for all programs of the user.
///
/// - Parameter keychain: the reference; nil for the user's own keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no
///   keychain.
@discardableResult
public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
    LastError.status { try Keychain.setDefault(keychain?.keychain) }
}

/// Returns the keychains that are searched when a call names none, an array of `SecKeychain`; the
/// user's own keychain alone, while no list was set.
///
/// - Returns: `errSecSuccess`, or `errSecNotAvailable` when the list cannot be read.
@discardableResult
public func SecKeychainCopySearchList(_ searchList: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    LastError.status {
        searchList.pointee = try Keychain.searchList().map { SecKeychain($0) } as NSArray
    }
}

/// Replaces the list of the keychains that are searched, for all programs of the user.
///
/// - Parameter searchList: an array of `SecKeychain`; their files need not exist.
/// - Returns: `errSecSuccess`, or `errSecParam` for anything else in the array.
@discardableResult
public func SecKeychainSetSearchList(_ searchList: CFArray) -> OSStatus {
    LastError.status {
        try Keychain.setSearchList(try Keychain.list(searchList, key: "searchList"))
    }
}

/// Returns the default keychain of a domain.
///
/// - Returns: as ``SecKeychainCopyDefault(_:)``; `errSecNoDefaultKeychain` for any domain but the
///   user's.
@discardableResult
public func SecKeychainCopyDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    domain == .user ? SecKeychainCopyDefault(keychain) : errSecNoDefaultKeychain
}

/// Makes a keychain the default one of a domain.
///
/// - Returns: as ``SecKeychainSetDefault(_:)``; `errSecInvalidPrefsDomain` for any domain but the
///   user's.
@discardableResult
public func SecKeychainSetDomainDefault(
    _ domain: SecPreferencesDomain, _ keychain: SecKeychain?
) -> OSStatus {
    domain == .user ? SecKeychainSetDefault(keychain) : errSecInvalidPrefsDomain
}

/// Returns the search list of a domain; that of any domain but the user's is empty.
///
/// - Returns: as ``SecKeychainCopySearchList(_:)``.
@discardableResult
public func SecKeychainCopyDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    if domain == .user { return SecKeychainCopySearchList(searchList) }
    return searchList.receive(NSArray())
}

/// Replaces the search list of a domain.
///
/// - Returns: as ``SecKeychainSetSearchList(_:)``; `errSecInvalidPrefsDomain` for any domain but the
///   user's.
@discardableResult
public func SecKeychainSetDomainSearchList(
    _ domain: SecPreferencesDomain, _ searchList: CFArray
) -> OSStatus {
    domain == .user ? SecKeychainSetSearchList(searchList) : errSecInvalidPrefsDomain
}

/// Returns the domain of calls that name none: the user's.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainGetPreferenceDomain(
    _ domain: UnsafeMutablePointer<SecPreferencesDomain>
) -> OSStatus {
    domain.receive(.user)
}

/// Sets the domain of calls that name none; only the user's is possible.
///
/// - Returns: `errSecSuccess`, or `errSecInvalidPrefsDomain` for any other.
@discardableResult
public func SecKeychainSetPreferenceDomain(_ domain: SecPreferencesDomain) -> OSStatus {
    domain == .user ? errSecSuccess : errSecInvalidPrefsDomain
}
