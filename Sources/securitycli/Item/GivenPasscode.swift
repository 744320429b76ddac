import SwiftKeychain
import SwiftKeychainModel

/// Lets the passcode that was given to a command open what demands it, for one call.
struct GivenPasscode {
    let secret: Arguments.Secret
    let session: Session
    /// Goes into the dictionary of the call.
    let context = AuthenticationContext()

    /// Checks the passcode against the keychains that the call concerns, and keeps in the context
    /// which of them it opens.
    ///
    /// Those are the keychains with a match that demands it, or the first one with a passcode where
    /// none has: a wrong one is never overlooked, and is counted as an attempt nowhere else.
    ///
    /// - Parameters:
    ///   - search: what the call looks for; nil: nothing.
    ///   - function: the name of the call, in messages.
    func verify(
        for search: ItemRequest.Search?, in keychains: [Keychain], _ function: String
    ) throws(CommandFailure) {
        var protected: [Keychain] = []
        var failure: KeychainError?
        for keychain in keychains {
            do throws(KeychainError) {
                if try keychain.hasPasscode() { protected.append(keychain) }
            } catch {
                // Another one may have what is meant.
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
            if let search, Self.demandsPasscode(search, keychain) { concerned.append(keychain) }
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

    /// Tells whether a keychain holds a match that demands the passcode, or may hold one.
    private static func demandsPasscode(_ search: ItemRequest.Search, _ keychain: Keychain) -> Bool
    {
        search.constrainedItems(in: keychain)?
            .contains { $0.demand(reading: [.attributes, .secret]).passcode } ?? true
    }
}
