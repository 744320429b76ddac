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
        if try lockState() == .unlocked { return }
        let engine = try engine()
        let (keybag, state) = try engine.restingKeybag()
        if engine.unlockAtNeed(.whenUnlocked, keybag, state, try engine.setting()) != nil { return }
        let question = Question(
            keychain: self, reason: authentication.reason, context: authentication.context)
        do throws(AuthenticationFailure) {
            try authentication.check()
            try question.passcode(
                to: .unlocking,
                question.prompt("Password:", for: "the password of a keychain, to unlock it")
            ) { () throws(KeychainError) in
                try lockState() != .unlocked
            } verify: { (password) throws(KeychainError) in
                try unlock(passcode: password)
            }
        } catch {
            throw KeychainError(ofPassword: error)
        }
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
        let place = try NewKeychain(path: path)
        try place.requireFree()
        let question = Question(
            keychain: place.keychain, reason: authentication.reason,
            context: authentication.context)
        let password: SecretBytes
        do throws(AuthenticationFailure) {
            try authentication.check()
            password = try question.newSecret(
                to: .newKeychain,
                question.prompt("Password:", for: "a password for a new keychain"))
        } catch {
            throw KeychainError(ofPassword: error)
        }
        return try place.make(password)
    }
}

extension Authentication {
    /// Checks that it lets a person be asked.
    fileprivate func check() throws(AuthenticationFailure) {
        if context?.isInvalidated == true { throw .invalidContext }
        if policy != .allow { throw .forbidden }
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
