// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

// The compiler infers no error type for a closure. A function that takes one which throws keychain errors or failed system
// calls accepts any, and says so here, where the closures would have to spell it.
extension KeychainError {
    /// An error that a closure threw; `internalComponent` for one that is neither a keychain error nor a failed system
    /// call, which is a defect.
    package init(thrown error: any Error) {
        self =
            error as? KeychainError ?? (error as? SystemError)?.keychainError
            ?? KeychainError(
                .internalComponent, "\(type(of: error)) where only a KeychainError is thrown")
    }

    /// Runs `body`, which throws keychain errors alone, and returns its result; nil for `itemNotFound`.
    package static func unlessMissing<Result>(
        _ body: () throws -> Result
    ) throws(KeychainError) -> Result? {
        try translating {
            do { return try body() } catch Code.itemNotFound { return nil }
        }
    }
}

/// Runs `body`, and throws a failed system call as a keychain error.
package func translating<R: ~Copyable>(_ body: () throws -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(thrown: error)
    }
}
