// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

/// A session on a card that is logged in, with the private key of one use.
///
///     lock → open → log in → find the key → begin → (log in for this use) → finish → log out → close → unlock
struct CardKeySession {
    let module: CardModule
    let session: UInt
    let key: UInt
    /// Whether the key demands a second login, after an operation was begun.
    private let demandsLogin: Bool
    private let pin: SecretBytes?

    /// Logs in, runs `body` with the key, and logs out.
    ///
    /// - Parameter pin: nil if the card needs none, or its reader asks for it.
    /// - Returns: What `body` returns, and whether the card checked the PIN: not if the process was logged in already.
    static func run<Result>(
        _ place: CardToken.Place, _ pin: CardPIN?, matching uuid: [UInt8], _ publicKey: CryptoKey,
        _ body: (CardKeySession) throws(CardFailure) -> Result
    ) throws(CardFailure) -> (result: Result, isPINChecked: Bool) {
        let uses = CardLibrary.uses.value
        uses.lock()
        defer { uses.unlock() }
        let module = place.module
        let session = try module.openSession(place.slot)
        defer { module.closeSession(session) }
        let isLoggedInHere = place.token.requiresLogin ? try login(module, session, pin) : false
        // A login is one of the whole process. Another component's isn't ended.
        defer { if isLoggedInHere { module.logout(session) } }
        guard let key = try find(module, session, place.token.id, uuid, publicKey) else {
            throw CardFailure(CardFailure.missing)
        }
        let demands = try module.value(
            CardNumber.authenticatesEachUse, of: key, session, most: 1)
        let isSecond = demands?.first == 1
        if isSecond, pin?.origin == .typedBefore { throw CardFailure(CardFailure.needsTypedPIN) }
        let result = try body(
            CardKeySession(
                module: module, session: session, key: key, demandsLogin: isSecond,
                pin: pin?.bytes))
        return (result, isLoggedInHere)
    }

    /// - Returns: false if the process was logged in already.
    private static func login(
        _ module: CardModule, _ session: UInt, _ pin: CardPIN?
    ) throws(CardFailure) -> Bool {
        do throws(CardFailure) {
            try module.login(session, isForOneUse: false, pin?.bytes)
            return true
        } catch {
            if error.code == CardFailure.alreadyLoggedIn { return false }
            throw error
        }
    }

    /// Finds the private key by its public half, or by CKA_ID where it doesn't show that. Objects that can't be read are
    /// passed over.
    private static func find(
        _ module: CardModule, _ session: UInt, _ token: String, _ uuid: [UInt8],
        _ publicKey: CryptoKey
    ) throws(CardFailure) -> UInt? {
        for object in try module.find(CardNumber.privateKey, session) {
            do throws(CardFailure) {
                if let half = try module.publicHalf(of: object, session) {
                    if half == publicKey { return object }
                    continue
                }
                let identifier = try module.value(CardNumber.identifier, of: object, session) ?? []
                if CardObject.uuid(ofPrivateKeyOn: token, identifier: identifier) == uuid {
                    return object
                }
            } catch {
                try error.throwIfRemoval()
            }
        }
        return nil
    }

    /// Signs or decrypts, and returns the result, of at most `most` bytes.
    func operate(
        _ operation: CardModule.Operation, _ mechanism: CardMechanism, _ input: [UInt8], most: Int
    ) throws(CardFailure) -> SecretBytes {
        try module.begin(operation, mechanism, key, session)
        // After `begin`: PKCS#11 takes such a login only while an operation is active.
        if demandsLogin { try module.login(session, isForOneUse: true, pin) }
        return try module.finish(operation, input, session, most: most)
    }

    /// Returns the X coordinate shared with the holder of a point.
    func sharedSecret(with point: [UInt8], count: Int) throws(CardFailure) -> SecretBytes {
        // CKK_GENERIC_SECRET, an object of the session that can be read.
        let derived = try module.derive(
            .exchange(with: point), key,
            [
                CardValue(CardNumber.objectClass, number: CardNumber.secretKey),
                CardValue(CardNumber.keyType, number: 0x10),
                CardValue(CardNumber.isOnToken, false), CardValue(CardNumber.isSensitive, false),
                CardValue(CardNumber.isExtractable, true),
                CardValue(CardNumber.valueLength, number: UInt(count)),
            ], session)
        defer { module.destroy(derived, session) }
        return try module.secret(of: derived, session, count: count)
    }
}
