import SwiftKeychainMemory
import SwiftKeychainModel

// Asks the user for the password of a keychain file, never while a store or the list of keychains is
// locked.
extension Keychain {
    /// Asks the user for the password and unlocks every class with it, for all programs of the user
    /// that share this keychain.
    ///
    ///     try Keychain.default.unlock(asking: Authentication(reason: "to read the mail password"))
    ///
    /// The user isn't asked while it is unlocked or has no password, and where `$KEYCHAIN_PASSCODE_FILE`
    /// holds it. After a wrong password the user is asked again, twenty times at most. Threads that
    /// call it at once with the same words share one prompt.
    ///
    /// - Parameter authentication: the policy, and the words that are shown. The password isn't kept
    ///   in the context.
    /// - Throws: `userCanceled` when the user dismissed the prompt or didn't answer within two
    ///   minutes; `interactionNotAllowed` at once if the policy or ``UserInteraction`` forbids to
    ///   ask, or there is neither terminal nor display; `authenticationFailed` after too many wrong
    ///   passwords; `noSuchKeychain`, `invalidKeychain`; `notAvailable`.
    public func unlock(
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        _ = try perform(.unlock(nil), as: Authenticator(self, authentication))
    }

    /// Asks the user for a new password, twice, makes a keychain file with it and adds it to the end
    /// of the search list.
    ///
    ///     let work = try Keychain.create(path: "work.keychain-db", asking: Authentication())
    ///
    /// The password can't be empty; ``create(path:password:)`` makes a keychain without one. Whether
    /// the file can be made is checked before the user is asked, and again afterwards.
    ///
    /// - Throws: as ``create(path:password:)`` and ``unlock(asking:)``.
    @discardableResult
    public static func create(
        path: String, asking authentication: Authentication
    ) throws(KeychainError) -> Keychain {
        let (keychain, request) = try newFile(path)
        guard case .lacks = try keychain.perform(.create(request(.asked))) else {
            throw Self.unexpectedReply
        }
        let password = try Authenticator(keychain, authentication).newKeychainPassword()
        _ = try keychain.perform(.create(request(.given(password))))
        return keychain
    }
}

extension KeychainError {
    /// Makes the error of a call that needed a password and didn't get it.
    init(ofPassword failure: AuthenticationFailure) {
        switch failure {
        case .forbidden:
            self.init(.interactionNotAllowed, "password: the user may not be asked for it")
        case .wrong:
            self.init(
                .authenticationFailed, "password: too many incorrect attempts")
        default: self.init(failure)
        }
    }
}
