import Foundation
import KeychainModel

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

extension KeychainError {
    /// Turns the error into the object that functions hand to their callers.
    ///
    /// Its domain is NSOSStatusErrorDomain and its code the status. It holds the sentence of the
    /// status as its description, and the detail, which names the key or file at fault and the
    /// rule, as `NSDebugDescriptionErrorKey`.
    package var object: CFError {
        CFError(
            domain: NSOSStatusErrorDomain, code: Int(code.rawValue),
            userInfo: [
                NSLocalizedDescriptionKey: Status.sentence(for: code.rawValue),
                NSDebugDescriptionErrorKey: detail,
            ])
    }

    /// Hands the error out through a pointer of the caller, who must release it.
    package func store(in pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
        pointer?.pointee = Unmanaged.passRetained(object)
    }
}
