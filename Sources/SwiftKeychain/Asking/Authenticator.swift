import SwiftKeychainMemory
import SwiftKeychainModel

/// What one call was granted: what its context brings along, and what the user gave for it.
///
/// It belongs to one thread.
final class Authenticator {
    private let keychain: Keychain
    private let authentication: Authentication
    private(set) var grant = Grant()
    /// The password was typed for this call: after a wrong one the user is asked again.
    private var isPasswordTyped = false
    /// The keychain as it was when the password was asked for.
    private var markOfPassword: [UInt8]?
    private var wasWrong = false

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
    /// Leaves out items that do not open with what is there.
    var skips: Bool { authentication.policy == .skip }
    var context: AuthenticationContext? { authentication.context }

    /// Gets what a request lacked.
    ///
    /// - Throws: `userCanceled`, `authenticationFailed` or `interactionNotAllowed` when the user does
    ///   not give it, or may not or can't be asked.
    func obtain(_ demand: Demand) throws(KeychainError) {
        do throws(AuthenticationFailure) {
            switch demand.kind {
            case .access(let access):
                if let refusal = demand.refusal { try forgetWrongPassword(refusal) }
                // What is demanded although it was granted does not count any more.
                if access.passcode { grant.verification = nil }
                try obtain(access, of: demand)
            case .newPassword: try askPassword(isNew: true, of: demand)
            case .keychainPassword: try unlock()
            case .newKeychainPassword: throw .forbidden
            }
        } catch {
            throw demand.kind == .keychainPassword
                ? KeychainError(ofPassword: error) : KeychainError(error)
        }
    }

    /// Gets what is demanded: asks for what is not there.
    ///
    /// - Parameter demand: names the item in the prompt; nil: no item demands it.
    func obtain(
        _ access: AccessControl.Demand, of demand: Demand? = nil
    ) throws(AuthenticationFailure) {
        if context?.isInvalidated == true { throw .invalidContext }
        let needsPasscode = access.passcode && grant.verification == nil
        let needsPassword = access.applicationPassword && grant.applicationPassword == nil
        if access.device == nil, !needsPasscode, !needsPassword { return }
        if authentication.policy != .allow { throw .forbidden }
        if let device = access.device { throw .device(device) }
        if needsPasscode { try askPasscode(for: demand) }
        if needsPassword { try askPassword(isNew: false, of: demand) }
        if context?.isInvalidated == true { throw .invalidatedMeanwhile }
    }

    /// Leaves a password with the context that was typed, once it was right.
    func keepPassword() {
        guard isPasswordTyped, let password = grant.applicationPassword, let mark = markOfPassword
        else { return }
        context?.keepTyped(password, in: keychain.path, mark: mark)
    }

    /// - Throws: the refusal, where another password can't be asked for: the caller gave this one.
    private func forgetWrongPassword(_ refusal: KeychainError) throws(AuthenticationFailure) {
        guard isPasswordTyped else { throw .keychain(refusal) }
        grant.applicationPassword = nil
        wasWrong = true
    }

    private func askPasscode(for demand: Demand?) throws(AuthenticationFailure) {
        let asking = keychain.asking
        do throws(KeychainError) {
            guard try asking.hasPasscode(keychain) else { throw KeychainError(.itemNotFound, "") }
        } catch {
            throw error.code == .itemNotFound ? .passcodeNotSet : .keychain(error)
        }
        // Taken before: what is locked while the user is asked ends this verification, too.
        let mark = (try? keychain.status())?.mark
        let purpose = demand?.itemName.map { ", to open \($0)" } ?? ""
        let proof = try question.passcode(
            to: .passcode(demand?.item),
            question.prompt("Passcode:", for: "the passcode of the keychain" + purpose)
        ) { () throws(KeychainError) in
            // Another thread may have asked meanwhile, with the same context.
            context?.hasVerified(keychain.path) != true
        } verify: { (passcode) throws(KeychainError) in
            try asking.verify(keychain, passcode)
        }
        grant.verification =
            proof?.withBytes { Array($0) } ?? context?.verification(of: keychain.path)
        if let mark, let proof = grant.verification {
            context?.noteVerified(keychain.path, mark: mark, proof: proof)
        }
    }

    private func askPassword(isNew: Bool, of demand: Demand?) throws(AuthenticationFailure) {
        if context?.isInvalidated == true { throw .invalidContext }
        if authentication.policy != .allow { throw .forbidden }
        let name = demand?.itemName ?? "an item"
        var prompt = question.prompt(
            "Password:", for: isNew ? "a new password for \(name)" : "the password of \(name)")
        if wasWrong { prompt.error = Asking.wrongPassword }
        prompt.isNew = isNew
        let wanted: Question.Wanted =
            if let reference = demand?.item {
                isNew ? .newPassword(reference) : .password(reference)
            } else {
                .alone()
            }
        markOfPassword = (try? keychain.status())?.mark
        grant.applicationPassword = try question.secret(to: wanted, prompt)
        isPasswordTyped = true
    }

    /// Unlocks the keychain with the password that the user types.
    private func unlock() throws(AuthenticationFailure) {
        try requireAsking()
        _ = try question.passcode(
            to: .unlocking,
            question.prompt("Password:", for: "the password of a keychain, to unlock it")
        ) { () throws(KeychainError) in
            try keychain.lockState() != .unlocked
        } verify: { (password) throws(KeychainError) in
            try keychain.unlock(passcode: password)
            return nil
        }
    }

    /// Asks for the password of a keychain that is about to be made, twice.
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
        if authentication.policy != .allow { throw .forbidden }
    }
}
