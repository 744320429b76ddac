// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import SwiftKeychainModel

/// The last error of each thread, like `errno`, with the key at fault and the rule.
package enum LastError {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<Box>.fromOpaque(pointer).release() }
        }
        return key
    }()

    private final class Box {
        let error: KeychainError
        init(_ error: KeychainError) { self.error = error }
    }

    /// The error of the last call of this thread that failed; success does not clear it.
    package static var current: KeychainError? {
        pthread_getspecific(key).map {
            Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().error
        }
    }

    /// Keeps the error of a function, and logs it if the user wants that.
    package static func keep(_ error: KeychainError, of function: StaticString = #function) {
        let old = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passRetained(Box(error)).toOpaque())
        if let old { Unmanaged<Box>.fromOpaque(old).release() }
        Log.failure(error, of: "\(function)")
    }

    /// Runs `body`, keeps the error it throws, and returns its status; 0 for success.
    static func status(
        of function: StaticString = #function, _ body: () throws -> Void
    ) -> Int32 {
        do {
            try body()
            return 0
        } catch {
            let error = KeychainError(thrown: error)
            keep(error, of: function)
            return error.code.rawValue
        }
    }

    /// Runs `body`, keeps the error it throws, and returns its result; nil where it throws.
    static func keeping<Result>(
        of function: StaticString = #function,
        _ body: () throws -> Result
    ) -> Result? {
        do throws(KeychainError) {
            return try translating(body)
        } catch {
            keep(error, of: function)
            return nil
        }
    }
}

extension UnsafeMutablePointer {
    /// Stores the result of a function that can't fail for its caller, and returns `errSecSuccess`.
    func receive(_ result: Pointee) -> OSStatus {
        pointee = result
        return errSecSuccess
    }
}

/// Runs `body`; when it throws, stores the error for the caller, which must release it, and returns
/// nil.
func handingError<Result>(
    to pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?,
    of function: StaticString = #function,
    _ body: () throws -> Result
) -> Result? {
    if let result = LastError.keeping(of: function, body) { return result }
    LastError.current?.store(in: pointer)
    return nil
}

extension KeychainError {
    /// The object for the error that functions return to their callers.
    ///
    /// Its domain is NSOSStatusErrorDomain and its code the status. Its description is the sentence
    /// of the status; the detail, which names the key or file at fault and the rule, is the value
    /// of `NSDebugDescriptionErrorKey`.
    package var object: CFError {
        CFError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Stores the error through the caller's pointer; the caller must release it.
    func store(in pointer: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
        pointer?.pointee = Unmanaged.passRetained(object)
    }
}

/// Returns the error of the last call of this thread that failed: its description is the sentence of the status, and the
/// value of NSDebugDescription names the key or file at fault and the rule.
///
/// - Parameter status: what the call returned.
/// - Returns: nil if the last call that failed had another status. A later success doesn't clear it.
public func SecCopyLastError(_ status: OSStatus) -> CFError? {
    LastError.current.flatMap { $0.code.rawValue == status ? $0.object : nil }
}

/// Describes a status in a sentence for the user.
///
/// - Parameters:
///   - status: any number; for an unknown status the sentence contains the number.
///   - reserved: nil.
/// - Returns: an English sentence, never nil.
public func SecCopyErrorMessageString(
    _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    NSString(string: Status.sentence(for: status))
}
