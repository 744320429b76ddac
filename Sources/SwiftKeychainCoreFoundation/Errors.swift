import Foundation

/// Makes an error.
///
/// - Parameters:
///   - allocator: without effect.
///   - userInfo: what else the error holds, by keys that are strings; nil for nothing.
@_disfavoredOverload
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    NSError(
        domain: String._unconditionallyBridgeFromObjectiveC(domain), code: code,
        userInfo: userInfo as? [String: Any])
}

/// Gives the domain of an error.
@_disfavoredOverload
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { NSString(string: err.domain) }

/// Gives the code of an error.
@_disfavoredOverload
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// Gives what else an error holds, by the keys of `NSError`.
@_disfavoredOverload
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! {
    err.userInfo as CFDictionary
}

/// Describes an error to a person.
@_disfavoredOverload
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
    NSString(string: err.localizedDescription)
}

/// Gives the reason of an error, for a person; nil when it has none.
@_disfavoredOverload
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! {
    err.localizedFailureReason.map { NSString(string: $0) }
}
