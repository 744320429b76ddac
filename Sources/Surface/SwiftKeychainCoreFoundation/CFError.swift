// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes an error.
///
/// - Parameters:
///   - allocator: without effect.
///   - userInfo: the user info of the error, with strings as keys; nil for none.
@_disfavoredOverload
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    NSError(
        domain: String._unconditionallyBridgeFromObjectiveC(domain), code: code,
        userInfo: userInfo as? [String: Any])
}

/// Returns the domain of an error.
@_disfavoredOverload
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { NSString(string: err.domain) }

/// Returns the code of an error.
@_disfavoredOverload
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// Returns the user info of an error, under the keys of `NSError`.
@_disfavoredOverload
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
    err.userInfo as CFDictionary
}

/// Returns the description of an error for the user.
@_disfavoredOverload
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
    NSString(string: err.localizedDescription)
}

/// Returns the reason of an error for the user; nil when it has none.
@_disfavoredOverload
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
    err.localizedFailureReason.map { NSString(string: $0) }
}

/// Returns what the user can do about an error; nil when it doesn't say.
@_disfavoredOverload
public func CFErrorCopyRecoverySuggestion(_ err: CFError!) -> CFString! {
    err.localizedRecoverySuggestion.map { NSString(string: $0) }
}
