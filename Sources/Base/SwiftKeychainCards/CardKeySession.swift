// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

/// A session on a card that is logged in, with the private key of one use.
struct CardKeySession {
    let module: CardModule
    let session: UInt
    let key: UInt
    /// What the key's second login sends, after an operation was begun; nil if it demands none.
    private let secondLogin: SecondLogin?

    private struct SecondLogin {
        let pin: CardPIN?
    }

    /// The reason why a use failed.
    enum Failure: Error {
        case wrongPIN(CardFailure)
        /// The key demands a PIN that was typed for this use.
        case needsTypedPIN
        case missing
        case failed(CardFailure)
    }

    /// Logs in, runs `body` with the key, and logs out.
    ///
    /// - Parameter pin: nil if the card needs none, or its reader asks for it.
    static func run<Result>(
        _ place: CardToken.Place, _ pin: CardPIN?, matching uuid: [UInt8], _ publicKey: CryptoKey,
        _ body: (CardKeySession) throws(CardFailure) -> Result
    ) -> Swift.Result<Result, Failure> {
        Swift.Result { () throws(Failure) in
            let module = place.module
            let session = try checking { () throws(CardFailure) in
                try module.openSession(place.slot)
            }
            defer { module.closeSession(session) }
            var isLoggedInHere = false
            if place.token.requiresLogin {
                isLoggedInHere = try login(module, session, pin)
            }
            // A login is one of the whole process. Another component's isn't ended.
            defer { if isLoggedInHere { module.logout(session) } }
            let found = try checking { () throws(CardFailure) in
                try find(module, session, place.token.id, uuid, publicKey)
            }
            guard let key = found else { throw .missing }
            let demands = try checking { () throws(CardFailure) in
                try module.value(CardNumber.authenticatesEachUse, of: key, session, most: 1)
            }
            let isSecond = demands?.first == 1
            if isSecond, pin?.origin == .typedBefore { throw .needsTypedPIN }
            return try checking { () throws(CardFailure) in
                try body(
                    CardKeySession(
                        module: module, session: session, key: key,
                        secondLogin: isSecond ? SecondLogin(pin: pin) : nil))
            }
        }
    }

    /// Runs `body`, and distinguishes a wrong PIN from other failures.
    private static func checking<Result>(
        _ body: () throws(CardFailure) -> Result
    ) throws(Failure) -> Result {
        do throws(CardFailure) {
            return try body()
        } catch {
            throw error.isWrongPIN ? .wrongPIN(error) : .failed(error)
        }
    }

    /// - Returns: false if the process was logged in already.
    private static func login(
        _ module: CardModule, _ session: UInt, _ pin: CardPIN?
    ) throws(Failure) -> Bool {
        do throws(CardFailure) {
            try module.login(session, isForOneUse: false, pin)
            return true
        } catch {
            if error.code == CardFailure.alreadyLoggedIn { return false }
            throw error.isWrongPIN ? .wrongPIN(error) : .failed(error)
        }
    }

    /// Finds the private key by its public half, or by CKA_ID where it doesn't show that.
    private static func find(
        _ module: CardModule, _ session: UInt, _ token: String, _ uuid: [UInt8],
        _ publicKey: CryptoKey
    ) throws(CardFailure) -> UInt? {
        let objects = try module.find(
            [
                CardValue(CardNumber.objectClass, number: CardNumber.privateKey),
                CardValue(CardNumber.isOnToken, true),
            ], session)
        for object in objects {
            if let half = try module.publicHalf(of: object, session) {
                if half == publicKey { return object }
                continue
            }
            let identifier = try module.value(CardNumber.identifier, of: object, session) ?? []
            if CardObject.uuid(ofPrivateKeyOn: token, identifier: identifier) == uuid {
                return object
            }
        }
        return nil
    }

    /// Signs or decrypts, and returns the number of bytes of the result.
    func operate(
        _ operation: CardModule.Operation, _ mechanism: CardMechanism,
        _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(CardFailure) -> Int {
        try module.begin(operation, mechanism, key, session)
        if let secondLogin {
            try module.login(session, isForOneUse: true, secondLogin.pin)
        }
        return try module.finish(operation, input, session, into: room)
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
        return try SecretBytes(count: count) { (room) throws(CardFailure) in
            try module.read(CardNumber.value, of: derived, session, into: room)
        }
    }
}

extension CardModule {
    /// Logs in with a PIN, or without one at a reader that asks for it.
    ///
    /// - Parameter isForOneUse: whether it is the login that a key demands for each operation (CKU_CONTEXT_SPECIFIC).
    fileprivate func login(
        _ session: UInt, isForOneUse: Bool, _ pin: CardPIN?
    ) throws(CardFailure) {
        guard let pin else { return try login(session, isForOneUse: isForOneUse, pin: nil) }
        try pin.bytes.withBytes { (bytes) throws(CardFailure) in
            try login(session, isForOneUse: isForOneUse, pin: bytes)
        }
    }
}
