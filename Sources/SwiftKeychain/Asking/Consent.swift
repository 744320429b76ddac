import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Holds what one call may open: what its context brings along, and what a person gave for it.
///
/// A step of the call that lacks something notes it here and throws; the call then leaves the
/// store, asks, and begins again. It belongs to one thread.
final class Consent {
    private let keychain: Keychain
    private let question: Question
    private let authentication: Authentication
    private let random: RandomSource
    private var hasPasscode = false
    private var password: SecretBytes?
    /// The password was typed for this call: another may be asked for.
    private var isPasswordTyped = false
    /// The keychain as it was when the password was asked for.
    private var markOfPassword: [UInt8]?
    private var wasWrong = false
    private var lack: Lack?

    /// Says what a step of the call lacked.
    private enum Lack {
        case demand(AccessControl.Demand, of: Item)
        /// A password that an item is about to be sealed under.
        case newPassword(of: Item)
    }

    init(
        _ keychain: Keychain, _ authentication: Authentication,
        random: RandomSource
    ) {
        self.keychain = keychain
        question = Question(
            keychain: keychain, reason: authentication.reason, context: authentication.context)
        self.authentication = authentication
        self.random = random
        guard let context = authentication.context else { return }
        context.endVerification(of: keychain.path) { try? keychain.verificationMark() }
        hasPasscode = context.hasVerified(keychain.path)
        password = context.applicationPassword
    }

    /// Tells whether what is demanded is there; an application password may still be the wrong one.
    func meets(_ demand: AccessControl.Demand) -> Bool {
        demand.device == nil && (!demand.passcode || hasPasscode)
            && (!demand.applicationPassword || password != nil)
    }

    /// - Throws: `interactionNotAllowed` when something is lacking, which is noted.
    func require(_ demand: AccessControl.Demand, of item: Item) throws(KeychainError) {
        if meets(demand) { return }
        lack = .demand(demand, of: item)
        throw KeychainError(.interactionNotAllowed, "accc: the item demands a person")
    }

    /// Gives an item with the secret itself, where it was read wrapped by an application password.
    ///
    /// - Parameter parts: what is wanted; a secret that was opened to check the password is left out.
    /// - Throws: `authenticationFailed` for another password; where it was typed, that is noted.
    func open(
        _ item: Item, returning parts: Item.Parts = .secret
    ) throws(KeychainError) -> Item {
        if let certificate = item.certificate, let key = item.privateKey {
            let ofKey = key.demand(reading: parts.subtracting(.secret))
            if ofKey.applicationPassword, let wrapped = key.secret {
                // Nobody asked for it: only whether the password is right.
                _ = try unwrap(wrapped, of: key)
            }
            return Item(
                identity: try open(certificate, returning: parts), key.with(secret: nil))
        }
        guard item.isWrapped, let wrapped = item.secret else { return item }
        guard item.demand(reading: parts).applicationPassword else {
            return item.with(secret: nil)
        }
        let secret = try unwrap(wrapped, of: item)
        let isWanted =
            parts.contains(.secret) || item.itemClass != .key && !item.itemClass.isPassword
        return item.with(secret: isWanted ? secret : nil)
    }

    /// Gives what may be known of an item that is matched by what is in it: of an identity, by its
    /// certificate.
    ///
    /// - Throws: `interactionNotAllowed` when something is lacking, which is noted.
    func matchable(_ item: Item) throws(KeychainError) -> Item {
        if let certificate = item.certificate, let key = item.privateKey {
            return Item(identity: try matchable(certificate), key.closed)
        }
        try require(item.demand(reading: .attributes), of: item)
        return try open(item, returning: .attributes)
    }

    /// Gives an item that is opened without asking; nil where that is not enough.
    func openWithoutAsking(
        _ item: Item, returning parts: Item.Parts
    ) throws(KeychainError) -> Item? {
        guard meets(item.demand(reading: parts)) else { return nil }
        do throws(KeychainError) {
            return try open(item, returning: parts)
        } catch {
            // Somebody may know another password than that of the context.
            if error.code == .authenticationFailed { return nil }
            throw error
        }
    }

    private func unwrap(
        _ wrapped: SecretBytes, of item: Item
    ) throws(KeychainError) -> SecretBytes? {
        try require(AccessControl.Demand(applicationPassword: true), of: item)
        guard let password else { return nil }
        do throws(KeychainError) {
            let secret = try ApplicationPassword.open(
                wrapped, under: password, reference: item.reference.uuid)
            keepPassword()
            return secret
        } catch {
            if error.code == .authenticationFailed, isPasswordTyped {
                self.password = nil
                wasWrong = true
                lack = .demand(AccessControl.Demand(applicationPassword: true), of: item)
            }
            throw error
        }
    }

    /// Gives what is sealed as the secret of an item: wrapped, where its access control demands that.
    ///
    /// - Throws: `interactionNotAllowed` when the password is lacking, which is noted.
    func sealable(_ item: Item) throws(KeychainError) -> SecretBytes? {
        guard item.accessControl.flags.contains(.applicationPassword) else { return item.secret }
        guard let password else {
            lack = .newPassword(of: item)
            throw KeychainError(.interactionNotAllowed, "accc: the item demands a password")
        }
        keepPassword()
        return try ApplicationPassword.wrap(
            item.secret, under: password, reference: item.reference.uuid, random: random)
    }

    /// Gets what was lacking; false when nothing was noted, and the call failed for another reason.
    func obtainsLack() throws(AuthenticationFailure) -> Bool {
        guard let lack else { return false }
        self.lack = nil
        switch lack {
        case .newPassword(let item): try askPassword(isNew: true, of: item)
        case .demand(let demand, let item): try obtain(demand, of: item)
        }
        return true
    }

    /// Gets what is demanded: asks for what the context does not bring along.
    ///
    /// - Parameter item: what demands it, which the prompt names; nil: no item does.
    func obtain(
        _ demand: AccessControl.Demand, of item: Item? = nil
    ) throws(AuthenticationFailure) {
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        if meets(demand) { return }
        if authentication.policy != .allow { throw .forbidden }
        if let device = demand.device { throw .device(device) }
        if demand.passcode, !hasPasscode { try askPasscode(for: item) }
        if demand.applicationPassword, password == nil { try askPassword(isNew: false, of: item) }
        if authentication.context?.isInvalidated == true { throw .invalidatedMeanwhile }
    }

    /// Leaves a password with the context that was typed.
    func keepPassword() {
        guard isPasswordTyped, let password, let mark = markOfPassword else { return }
        authentication.context?.keepTyped(password, in: keychain.path, mark: mark)
    }

    private func askPasscode(for item: Item?) throws(AuthenticationFailure) {
        let asking = keychain.asking
        do throws(KeychainError) {
            guard try asking.hasPasscode(keychain) else { throw KeychainError(.itemNotFound, "") }
        } catch {
            throw error.code == .itemNotFound ? .passcodeNotSet : .keychain(error)
        }
        // Taken before: what is locked while somebody is asked ends this verification, too.
        let mark = try? keychain.verificationMark()
        let purpose = item?.nameInPrompts.map { ", to open \($0)" } ?? ""
        try question.passcode(
            to: .passcode(item?.reference),
            question.prompt("Passcode:", for: "the passcode of the keychain" + purpose)
        ) { () throws(KeychainError) in
            // Another thread may have asked meanwhile, with the same context.
            authentication.context?.hasVerified(keychain.path) != true
        } verify: { (passcode) throws(KeychainError) in
            try asking.verify(keychain, passcode)
        }
        hasPasscode = true
        if let mark { authentication.context?.noteVerified(keychain.path, mark: mark) }
    }

    private func askPassword(isNew: Bool, of item: Item?) throws(AuthenticationFailure) {
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        if authentication.policy != .allow { throw .forbidden }
        let name = item?.nameInPrompts ?? "an item"
        var prompt = question.prompt(
            "Password:", for: isNew ? "a new password for \(name)" : "the password of \(name)")
        if wasWrong { prompt.error = "That was wrong." }
        prompt.isNew = isNew
        let wanted: Question.Wanted =
            if let reference = item?.reference {
                isNew ? .newPassword(reference) : .password(reference)
            } else {
                .alone()
            }
        markOfPassword = try? keychain.verificationMark()
        password = try question.secret(to: wanted, prompt)
        isPasswordTyped = true
    }
}
