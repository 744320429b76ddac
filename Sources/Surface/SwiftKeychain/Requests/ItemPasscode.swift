// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The passcode given to one call, which opens the items that require it.
package enum ItemPasscode {
    /// Returns the keychains that have a passcode, at least one.
    ///
    /// - Throws: `authenticationFailed` if none has one; the failure of a keychain that may have one.
    package static func keychains(
        among keychains: [Keychain]
    ) throws(KeychainError) -> [Keychain] {
        var protected: [Keychain] = []
        var failure: KeychainError?
        for keychain in keychains {
            do throws(KeychainError) {
                if try keychain.hasPasscode() { protected.append(keychain) }
            } catch {
                // Another keychain may have the item.
                failure = failure ?? error
            }
        }
        guard protected.isEmpty else { return protected }
        throw failure ?? KeychainError(.authenticationFailed, "passcode: none is set")
    }

    /// Verifies the passcode with the keychains that the call concerns, and records in the context
    /// those it opens.
    ///
    /// The keychains are those with a match that requires the passcode, or without one the first
    /// that has a passcode. So a wrong passcode always fails, and counts as an attempt nowhere
    /// else.
    ///
    /// - Parameter search: the query of the call; nil for an add.
    /// - Returns: why some of the keychains refused it, each with its path.
    package static func verify(
        _ passcode: SecretBytes, with keychains: [Keychain], for search: ItemQuery?,
        in context: AuthenticationContext
    ) throws(KeychainError) -> [String] {
        var concerned = keychains.filter { keychain in
            search.map { requiresPasscode($0, keychain) } ?? false
        }
        if concerned.isEmpty { concerned = Array(keychains.prefix(1)) }
        var refusals: [(path: String, error: KeychainError)] = []
        for keychain in concerned {
            do throws(KeychainError) {
                try keychain.verify(passcode: passcode, keptIn: context)
            } catch {
                guard error.code == .authenticationFailed else { throw error }
                refusals.append((keychain.path, error))
            }
        }
        if refusals.count == concerned.count, let refusal = refusals.first { throw refusal.error }
        return refusals.map { "\($0.path): \($0.error.detail)" }
    }

    /// Returns whether a keychain has, or may have, a match that requires the passcode.
    ///
    /// A keychain that can't be searched counts, because opening it may show such a match.
    private static func requiresPasscode(_ search: ItemQuery, _ keychain: Keychain) -> Bool {
        search.constrainedItems(in: keychain)?
            .contains { $0.demand(reading: [.attributes, .secret]).passcode } ?? true
    }
}
