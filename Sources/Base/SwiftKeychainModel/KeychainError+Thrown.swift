// SPDX-License-Identifier: Apache-2.0

// The compiler infers no error type for a closure. A function that takes one which throws keychain errors alone accepts any,
// and says so here, where the closures would have to spell it.
extension KeychainError {
    /// An error that a closure threw; `internalComponent` for any other error, which is a defect.
    package init(thrown error: any Error) {
        self =
            error as? KeychainError
            ?? KeychainError(
                .internalComponent, "\(type(of: error)) where only a KeychainError is thrown")
    }

    /// Runs a closure that throws keychain errors alone.
    package static func only<R: ~Copyable>(_ body: () throws -> R) throws(KeychainError) -> R {
        do {
            return try body()
        } catch {
            throw KeychainError(thrown: error)
        }
    }
    /// Runs `body`, which throws keychain errors alone, and returns its result; nil for `itemNotFound`.
    package static func unlessMissing<Result>(
        _ body: () throws -> Result
    ) throws(KeychainError) -> Result? {
        try only {
            do { return try body() } catch Code.itemNotFound { return nil }
        }
    }
}
