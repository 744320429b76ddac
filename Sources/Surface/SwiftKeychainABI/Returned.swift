// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainModel

/// What functions of C return, and store through their callers' pointers.
enum Returned {
    /// Returns an object that the caller must release; nil for none.
    static func owned(_ object: AnyObject?) -> UnsafeMutableRawPointer? {
        object.flatMap(CoreFoundationCopy.make)
    }

    /// Returns an object that was returned retained.
    static func owned<Object: AnyObject>(_ object: Unmanaged<Object>?) -> UnsafeMutableRawPointer? {
        owned(object?.takeRetainedValue())
    }

    /// Calls `body` with a place for an object, and stores the object for the caller when the status is
    /// success.
    static func storing<Object: AnyObject>(
        _ kind: Object.Type, _ place: UnsafeMutablePointer<UnsafeRawPointer?>?,
        _ body: (UnsafeMutablePointer<Object?>) -> OSStatus
    ) -> OSStatus {
        var object: Object?
        let status = body(&object)
        if status == errSecSuccess { place?.pointee = UnsafeRawPointer(owned(object)) }
        return status
    }

    /// Calls `body` with a place for the result of a search, or nil where the caller gives none. The
    /// caller's variable stays as it is when `body` stores nothing.
    static func storingAny(
        _ place: UnsafeMutablePointer<UnsafeRawPointer?>?,
        _ body: (UnsafeMutablePointer<AnyObject?>?) -> OSStatus
    ) -> OSStatus {
        guard let place else { return body(nil) }
        let nothing = NSObject()
        var object: AnyObject? = nothing
        let status = body(&object)
        if object !== nothing { place.pointee = UnsafeRawPointer(owned(object)) }
        return status
    }

    /// Calls `body` with a place for a number of an enumeration, and stores the number for the caller when
    /// the status is success.
    static func storing<Value: RawRepresentable>(
        _ kind: Value.Type, _ place: UnsafeMutablePointer<Value.RawValue>?,
        _ body: (UnsafeMutablePointer<Value>) -> OSStatus
    ) -> OSStatus {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
            let status = body(buffer.baseAddress!)
            if status == errSecSuccess { place?.pointee = buffer[0].rawValue }
            return status
        }
    }

    /// Calls `body` with a place for an error, and stores the error for the caller, who must release it.
    static func storingUnmanagedError<Result>(
        _ place: UnsafeMutablePointer<UnsafeRawPointer?>?,
        _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Result
    ) -> Result {
        var error: Unmanaged<CFError>?
        let result = body(&error)
        if let error = error?.takeRetainedValue() {
            place?.pointee = UnsafeRawPointer(owned(error))
        }
        return result
    }

    /// Does the same for a function that Swift releases the error of.
    static func storingError<Result>(
        _ place: UnsafeMutablePointer<UnsafeRawPointer?>?,
        _ body: (UnsafeMutablePointer<CFError?>) -> Result
    ) -> Result {
        var error: CFError?
        let result = body(&error)
        if let error { place?.pointee = UnsafeRawPointer(owned(error)) }
        return result
    }
}

extension Returned {
    /// Calls `body` with an object that it doesn't own; nil for none.
    static func lending(_ object: AnyObject?, _ body: (UnsafeRawPointer?) -> Void) {
        let pointer = owned(object)
        body(pointer)
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
}

extension Returned {
    /// Refuses an argument: a null pointer, or an object of the wrong type.
    ///
    /// - Parameters:
    ///   - name: the parameter, as Apple's header names it.
    ///   - error: the caller's variable for the error, which the caller must release.
    /// - Returns: errSecParam; the overloads return what means failure for other types: null, false or 0.
    static func refused(
        _ name: String, of function: StaticString,
        error: UnsafeMutablePointer<UnsafeRawPointer?>? = nil
    ) -> OSStatus {
        let refusal = KeychainError(.parameter, "\(name): null, or an object of another type")
        LastError.keep(refusal, of: function)
        error?.pointee = UnsafeRawPointer(owned(refusal.object))
        return errSecParam
    }

    static func refused(
        _ name: String, of function: StaticString,
        error: UnsafeMutablePointer<UnsafeRawPointer?>? = nil
    ) -> UnsafeMutableRawPointer? {
        _ = refused(name, of: function, error: error) as OSStatus
        return nil
    }

    static func refused(
        _ name: String, of function: StaticString,
        error: UnsafeMutablePointer<UnsafeRawPointer?>? = nil
    ) -> Bool {
        _ = refused(name, of: function, error: error) as OSStatus
        return false
    }

    /// The answer of a function that returns a number: 0.
    static func refused<Number: Numeric>(
        _ name: String, of function: StaticString,
        error: UnsafeMutablePointer<UnsafeRawPointer?>? = nil
    ) -> Number {
        _ = refused(name, of: function, error: error) as OSStatus
        return 0
    }

    static func refused(_ name: String, of function: StaticString) {
        _ = refused(name, of: function) as OSStatus
    }
}
