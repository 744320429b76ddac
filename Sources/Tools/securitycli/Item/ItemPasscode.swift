// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The passcode given to `item`, which opens the items that require it in one call.
struct ItemPasscode {
    let secret: Arguments.Secret
    let session: Session
    /// The context of the call.
    let context = AuthenticationContext()

    /// Verifies the passcode with the keychains that the call concerns, and records in the context
    /// those it opens.
    ///
    /// The keychains are those with a match that requires the passcode, or without one the first
    /// that has a passcode. So a wrong passcode always fails, and counts as an attempt nowhere
    /// else.
    ///
    /// - Parameters:
    ///   - search: the query of the call; nil for an add.
    ///   - function: the name of the call in messages.
    func verify(
        for search: ItemQuery?, in keychains: [Keychain], _ function: String
    ) throws(CommandFailure) {
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
        guard let first = protected.first else {
            let none = KeychainError(.authenticationFailed, "passcode: none is set")
            throw .call(function, failure ?? none)
        }
        let passcode = try PasswordSource(session: session).password(
            secret, asking: "passcode: ")
        var concerned: [Keychain] = []
        for keychain in protected {
            if let search, Self.requiresPasscode(search, keychain) { concerned.append(keychain) }
        }
        if concerned.isEmpty { concerned = [first] }
        var refusals: [(path: String, error: KeychainError)] = []
        for keychain in concerned {
            do throws(KeychainError) {
                try keychain.verify(passcode: passcode, keptIn: context)
            } catch {
                guard error.code == .authenticationFailed else { throw .call(function, error) }
                refusals.append((keychain.path, error))
            }
        }
        if refusals.count == concerned.count, let refusal = refusals.first {
            throw .call(function, refusal.error)
        }
        for refusal in refusals {
            session.note("security: \(refusal.path): \(refusal.error.detail)")
        }
    }

    /// Returns whether a keychain has, or may have, a match that requires the passcode.
    private static func requiresPasscode(_ search: ItemQuery, _ keychain: Keychain) -> Bool {
        search.constrainedItems(in: keychain)?
            .contains { $0.demand(reading: [.attributes, .secret]).passcode } ?? true
    }
}
