// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension Keychain {
    /// Obtains what an access control requires, without an item.
    ///
    /// - Parameter isNew: whether an application password is for a new item, so that the user types it twice.
    package func authenticate(
        _ demand: AccessControl.Demand, isNew: Bool = false, _ authentication: Authentication
    ) throws(AuthenticationFailure) {
        let authenticator = Authenticator(self, authentication)
        // The context may be invalidated and contain everything.
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        try authenticator.obtain(demand, isNew: isNew)
        authenticator.keepPassword()
    }

    /// Returns what prevents a demand from being met, without asking the user.
    package func obstacle(to demand: AccessControl.Demand) -> AuthenticationFailure? {
        if let device = demand.device { return .device(device) }
        if demand.passcode {
            do throws(KeychainError) {
                if try !prompter.hasPasscode(self) { return .passcodeNotSet }
            } catch {
                return .keychain(error)
            }
        }
        return nil
    }
}

// Keychain files whose password the user enters. The user is never asked while a store or the list
// of keychains is held.
extension Keychain {
    /// Unlocks the keychain with the password that the user enters, for all programs of the user.
    ///
    ///     try Keychain.default.unlock()
    ///
    /// The user is not asked if the keychain is unlocked or has no password, or if a file supplies
    /// it (`$KEYCHAIN_PASSCODE_FILE`). A wrong password is asked for again, at most twenty times.
    /// Threads that call this at once with the same text share one prompt.
    ///
    /// - Parameter authentication: the policy, and the text to show. The password goes to the
    ///   keychain and is not kept in the context.
    /// - Throws: `userCanceled` if the user dismisses the prompt or doesn't answer within two
    ///   minutes; `interactionNotAllowed` at once if the policy or ``UserInteraction`` forbids
    ///   asking, or there is neither a terminal nor a display; `authenticationFailed` after too
    ///   many wrong ones; `noSuchKeychain`, `invalidKeychain`; `notAvailable`.
    public func unlock(
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try perform(.unlock(nil), asking: authentication)
    }

    /// Unlocks the keychain if that needs no password, or a file supplies it; the user isn't asked.
    ///
    /// - Returns: false if the password is needed.
    package func unlockWithoutAsking() throws(KeychainError) -> Bool {
        if case .lacks = try send(.unlock(nil)) { false } else { true }
    }

    /// Creates a keychain file with a password that the user enters twice, and adds it to the end
    /// of the search list.
    ///
    ///     let work = try Keychain.create(path: "work.keychain", asking: Authentication())
    ///
    /// An empty password is asked for again; ``create(path:password:)`` creates a keychain without
    /// one. The path is checked before asking, and again afterwards.
    ///
    /// - Throws: as ``create(path:password:)`` and ``unlock(asking:)``.
    @discardableResult
    public static func create(
        path: String, asking authentication: Authentication
    ) throws(KeychainError) -> Keychain {
        let (keychain, request) = try newFile(path)
        // Checks that the file can be created, and lacks the password.
        _ = try keychain.send(.create(request(.asked)))
        let password = try Authenticator(keychain, authentication).newKeychainPassword()
        try keychain.perform(.create(request(.given(password))))
        return keychain
    }
}

extension KeychainError {
    /// Makes the error of a call that asked for the password of a keychain file or another file.
    init(ofPassword failure: AuthenticationFailure) {
        switch failure {
        case .forbidden:
            self.init(.interactionNotAllowed, "password: the call forbids asking the user")
        case .wrong:
            self.init(
                .authenticationFailed, "password: too many incorrect attempts")
        default: self.init(failure)
        }
    }
}
