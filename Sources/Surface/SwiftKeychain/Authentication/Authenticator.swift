// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension Authentication {
    /// Whether the call may ask the user.
    var mayAsk: Bool { policy == .allow && UserInteraction.isAllowed }
}

/// The grants of one call: what its context contains, and what the user entered for it.
///
/// Used by one thread.
package final class Authenticator {
    private let keychain: Keychain
    private let authentication: Authentication
    private(set) var grant = Grant.none
    /// Whether the password was typed for this call, so that a wrong one is asked for again.
    private var isPasswordTyped = false
    /// The state of the keychain when the password was asked for.
    private var markAtPrompt: [UInt8]?
    private var isRetry = false

    /// Begins with what the context has already: a verification of this keychain that is still valid, and an
    /// application password.
    init(_ keychain: Keychain, _ authentication: Authentication) {
        self.keychain = keychain
        self.authentication = authentication
        guard let context = authentication.context else { return }
        context.endVerification(of: keychain.path) { (try? keychain.status())?.mark }
        grant = Grant(
            verification: context.verification(of: keychain.path),
            applicationPassword: context.applicationPassword)
    }

    private var question: Question {
        Question(
            keychain: keychain, reason: authentication.reason, context: authentication.context)
    }

    private var context: AuthenticationContext? { authentication.context }

    /// Obtains the grants that a request lacks.
    ///
    /// - Throws: `userCanceled`, `authenticationFailed` or `interactionNotAllowed` if the user
    ///   doesn't grant it, or must not or can't be asked.
    func obtain(_ demand: Demand) throws(KeychainError) {
        do throws(AuthenticationFailure) {
            switch demand.kind {
            case .access(let access):
                if let refusal = demand.refusal { try forgetWrongPassword(refusal) }
                // A verification that was granted and is still demanded has expired.
                if access.passcode { grant.verification = nil }
                try obtain(access, of: demand)
            case .newPassword: try askPassword(isNew: true, of: demand)
            case .keychainPassword: try unlock()
            case .newKeychainPassword, .ownerPassword: throw .forbidden
            }
        } catch {
            throw demand.kind == .keychainPassword
                ? KeychainError(ofPassword: error) : KeychainError(error)
        }
    }

    /// Obtains what is demanded; asks the user for what is missing.
    ///
    /// - Parameters:
    ///   - isNew: whether an application password is for a new item.
    ///   - demand: the demand of the item to name in the prompt; nil without an item.
    func obtain(
        _ access: AccessControl.Demand, isNew: Bool = false, of demand: Demand? = nil
    ) throws(AuthenticationFailure) {
        if context?.isInvalidated == true { throw .invalidContext }
        let needsPasscode = access.passcode && grant.verification == nil
        let needsPassword = access.applicationPassword && grant.applicationPassword == nil
        if access.device == nil, !needsPasscode, !needsPassword { return }
        if !authentication.mayAsk { throw .forbidden }
        if let device = access.device { throw .device(device) }
        if needsPasscode { try askPasscode(for: demand) }
        if needsPassword { try askPassword(isNew: isNew, of: demand) }
        if context?.isInvalidated == true { throw .invalidatedMeanwhile }
    }

    /// Keeps a typed password in the context, once it has proved correct.
    func keepPassword() {
        guard isPasswordTyped, let password = grant.applicationPassword, let mark = markAtPrompt
        else { return }
        context?.keepTyped(password, in: keychain.path, mark: mark)
    }

    /// - Throws: `refusal` if the caller gave the password, which is not asked for again.
    private func forgetWrongPassword(_ refusal: KeychainError) throws(AuthenticationFailure) {
        guard isPasswordTyped else { throw .keychain(refusal) }
        grant.applicationPassword = nil
        isRetry = true
    }

    /// Asks for the keychain's passcode until it is right, and keeps the proof in the grant.
    ///
    /// - Throws: `passcodeNotSet` for a keychain without one, which can't be asked for.
    private func askPasscode(for demand: Demand?) throws(AuthenticationFailure) {
        let prompter = keychain.prompter
        do throws(KeychainError) {
            guard try prompter.hasPasscode(keychain) else { throw KeychainError(.itemNotFound, "") }
        } catch {
            throw error.code == .itemNotFound ? .passcodeNotSet : .keychain(error)
        }
        // Taken before asking: locking the keychain meanwhile ends this verification too.
        let mark = (try? keychain.status())?.mark
        let purpose = demand?.itemName.map { ", to open \($0)" } ?? ""
        let proof = try question.passcode(
            to: .passcode(demand?.item),
            question.prompt("Passcode:", for: "the passcode of the keychain" + purpose)
        ) {
            // Another thread may have verified the same context meanwhile.
            context?.verification(of: keychain.path) == nil
        } verify: { passcode in
            try prompter.verify(keychain, passcode)
        }
        grant.verification =
            proof?.withBytes { Array($0) } ?? context?.verification(of: keychain.path)
        if let mark, let proof = grant.verification {
            context?.noteVerified(keychain.path, mark: mark, proof: proof)
        }
    }

    /// Asks for an application password, twice for a new one.
    private func askPassword(isNew: Bool, of demand: Demand?) throws(AuthenticationFailure) {
        try requireAsking()
        let name = demand?.itemName ?? "an item"
        var prompt = question.prompt(
            "Password:", for: isNew ? "a new password for \(name)" : "the password of \(name)")
        if isRetry { prompt.error = Prompter.wrongPassword }
        prompt.isNew = isNew
        let subject: Question.Subject =
            if let reference = demand?.item {
                isNew ? .newPassword(reference) : .password(reference)
            } else {
                .unshared()
            }
        markAtPrompt = (try? keychain.status())?.mark
        grant.applicationPassword = try question.secret(to: subject, prompt)
        isPasswordTyped = true
    }

    /// Unlocks the keychain with the password that the user types.
    private func unlock() throws(AuthenticationFailure) {
        try requireAsking()
        _ = try question.passcode(
            to: .unlocking,
            question.prompt("Password:", for: "the password of a keychain, to unlock it")
        ) {
            try keychain.lockState() != .unlocked
        } verify: { password in
            try keychain.unlock(passcode: password)
            return nil
        }
    }

    /// Asks twice for the password of a keychain to be created.
    ///
    /// - Throws: as ``Keychain/unlock(asking:)``.
    func newKeychainPassword() throws(KeychainError) -> SecretBytes {
        do throws(AuthenticationFailure) {
            try requireAsking()
            return try question.newSecret(
                to: .newKeychain,
                question.prompt("Password:", for: "a password for a new keychain"))
        } catch {
            throw KeychainError(ofPassword: error)
        }
    }

    private func requireAsking() throws(AuthenticationFailure) {
        if context?.isInvalidated == true { throw .invalidContext }
        if !authentication.mayAsk { throw .forbidden }
    }
}
