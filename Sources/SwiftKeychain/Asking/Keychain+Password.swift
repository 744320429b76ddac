import SwiftKeychainMemory
import SwiftKeychainModel

// The password of a keychain file, from a person. Nobody is asked while a store or the list of
// keychains is held.
extension Keychain {
    /// Unlocks every class with the password that a person is asked for, for all programs of the
    /// user that share this keychain.
    ///
    /// Nobody is asked while it is unlocked or has no password, and where a server has it in a file. A
    /// wrong password is asked for again, twenty times at most. Several threads that call it at once,
    /// with the same words, see one prompt.
    ///
    /// - Parameter authentication: the policy, and the words that are shown. The password is given to
    ///   the keychain, and not kept in the context.
    /// - Throws: `userCanceled` when the person dismissed the prompt or did not answer within two
    ///   minutes; `interactionNotAllowed` at once where the policy or ``UserInteraction`` forbids to
    ///   ask, and where there is neither terminal nor display; `authenticationFailed` after too many
    ///   wrong ones; `noSuchKeychain`, `invalidKeychain`; `notAvailable`.
    public func unlock(
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        _ = try perform(.unlock(nil), as: Authenticator(self, authentication))
    }

    /// Makes a keychain file with the password that a person is asked for, twice, and adds it to the
    /// end of the search list.
    ///
    /// An empty password is asked for again: who wants none uses ``create(path:password:)``. Whether
    /// the file may be made is looked at before, and again when the password is there.
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
    /// Gives the status of a call that wanted the password of a keychain file, or of another.
    init(ofPassword failure: AuthenticationFailure) {
        switch failure {
        case .forbidden:
            self.init(.interactionNotAllowed, "password: a person may not be asked for it")
        case .wrong:
            self.init(
                .authenticationFailed, "password: what was typed would not do, time and again")
        default: self.init(failure)
        }
    }
}
