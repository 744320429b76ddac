import KeychainCrypto
import KeychainMemory
import KeychainModel
import KeychainPrompt

/// Holds what one call may open: what its context brings along, and what a person gave for it.
///
/// A step of the call that lacks something notes it here and throws; the call then leaves the
/// store, asks, and begins again. It belongs to one thread.
final class Consent {
    private let keychain: Keychain
    private let question: Question
    private let authentication: Authentication
    private let random: @Sendable (Int) -> [UInt8]
    private var hasPasscode = false
    private var password: SecretBytes?
    /// The password was typed for this call: another may be asked for.
    private var isPasswordTyped = false
    private var wasWrong = false
    private var lack: Lack?

    /// Says what a step of the call lacked.
    private enum Lack {
        case demand(AccessControl.Demand)
        /// A password that an item is about to be sealed under.
        case newPassword
    }

    init(
        _ keychain: Keychain, _ authentication: Authentication,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.keychain = keychain
        question = Question(
            keychain: keychain, reason: authentication.reason, context: authentication.context)
        self.authentication = authentication
        self.random = random
        guard let context = authentication.context else { return }
        hasPasscode = context.hasVerified(keychain.path)
        password = context.applicationPassword
    }

    /// Tells whether what is demanded is there; an application password may still be the wrong one.
    func meets(_ demand: AccessControl.Demand) -> Bool {
        demand.device == nil && (!demand.passcode || hasPasscode)
            && (!demand.applicationPassword || password != nil)
    }

    /// - Throws: `interactionNotAllowed` when something is lacking, which is noted.
    func require(_ demand: AccessControl.Demand) throws(KeychainError) {
        if meets(demand) { return }
        lack = .demand(demand)
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
                _ = try unwrap(wrapped, key.reference)
            }
            return Item(
                identity: try open(certificate, returning: parts), key.with(secret: nil))
        }
        guard item.isWrapped, let wrapped = item.secret else { return item }
        guard item.demand(reading: parts).applicationPassword else {
            return item.with(secret: nil)
        }
        let secret = try unwrap(wrapped, item.reference)
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
        try require(item.demand(reading: .attributes))
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
        _ wrapped: SecretBytes, _ reference: PersistentReference
    ) throws(KeychainError) -> SecretBytes? {
        try require(AccessControl.Demand(applicationPassword: true))
        guard let password else { return nil }
        do throws(KeychainError) {
            let secret = try ApplicationPassword.open(
                wrapped, under: password, reference: reference.uuid)
            if isPasswordTyped { authentication.context?.applicationPassword = password }
            return secret
        } catch {
            if error.code == .authenticationFailed, isPasswordTyped {
                self.password = nil
                wasWrong = true
                lack = .demand(AccessControl.Demand(applicationPassword: true))
            }
            throw error
        }
    }

    /// Gives what is sealed as the secret of an item: wrapped, where its access control demands that.
    ///
    /// - Throws: `interactionNotAllowed` when the password is lacking, which is noted.
    func sealable(
        _ secret: SecretBytes?, _ accessControl: AccessControl, reference: [UInt8]
    ) throws(KeychainError) -> SecretBytes? {
        guard accessControl.flags.contains(.applicationPassword) else { return secret }
        guard let password else {
            lack = .newPassword
            throw KeychainError(.interactionNotAllowed, "accc: the item demands a password")
        }
        if isPasswordTyped { authentication.context?.applicationPassword = password }
        return try ApplicationPassword.wrap(
            secret, under: password, reference: reference, random: random)
    }

    /// Gets what was lacking; false when nothing was noted, and the call failed for another reason.
    func obtainsLack() throws(AuthenticationFailure) -> Bool {
        guard let lack else { return false }
        self.lack = nil
        switch lack {
        case .newPassword: try askPassword(isNew: true)
        case .demand(let demand): try obtain(demand)
        }
        return true
    }

    /// Gets what is demanded: asks for what the context does not bring along.
    func obtain(_ demand: AccessControl.Demand) throws(AuthenticationFailure) {
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        if meets(demand) { return }
        if authentication.policy != .allow { throw .forbidden }
        if let device = demand.device { throw .device(device) }
        if demand.passcode, !hasPasscode { try askPasscode() }
        if demand.applicationPassword, password == nil { try askPassword(isNew: false) }
        if authentication.context?.isInvalidated == true { throw .invalidatedMeanwhile }
    }

    /// Leaves a password with the context that was typed, but opened nothing yet.
    func keepPassword() {
        if isPasswordTyped { authentication.context?.applicationPassword = password }
    }

    private func askPasscode() throws(AuthenticationFailure) {
        let asking = keychain.asking
        do throws(KeychainError) {
            guard try asking.hasPasscode(keychain) else { throw KeychainError(.itemNotFound, "") }
        } catch {
            throw error.code == .itemNotFound ? .passcodeNotSet : .keychain(error)
        }
        try question.passcode(
            to: "passcode", question.prompt("Passcode:", for: "the passcode of the keychain")
        ) { (passcode) throws(KeychainError) in try asking.verify(keychain, passcode) }
        hasPasscode = true
        authentication.context?.noteVerified(keychain.path)
    }

    private func askPassword(isNew: Bool) throws(AuthenticationFailure) {
        if authentication.context?.isInvalidated == true { throw .invalidContext }
        if authentication.policy != .allow { throw .forbidden }
        var prompt = question.prompt("Password:", for: "the password of an item")
        if wasWrong { prompt.error = "That was wrong." }
        prompt.isNew = isNew
        password = try question.secret(to: isNew ? "new password" : "password", prompt)
        isPasswordTyped = true
    }
}
