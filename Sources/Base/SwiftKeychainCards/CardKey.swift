// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

/// A private key on a card. Each use opens a session, logs in, finds the key and logs out.
package struct CardKey: ExternalPrivateKey {
    private let token: String
    private let uuid: [UInt8]
    private let publicKey: CryptoKey
    private let pins: any CardPINs

    /// - Parameters:
    ///   - token: the identifier of the card.
    ///   - uuid: ``CardObject/uuid`` of the key.
    package init(
        on token: String, uuid: [UInt8], _ publicKey: CryptoKey, pins: any CardPINs
    ) {
        (self.token, self.uuid) = (token, uuid)
        (self.publicKey, self.pins) = (publicKey, pins)
    }

    package var tokenID: String { token }

    /// Returns whether the card has a mechanism for the algorithm. False also when the card is out of the reader.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        guard let offered = try? mechanisms() else { return false }
        let sufficient: [UInt] =
            switch algorithm {
            case .ecdsa: [CardMechanism.ecdsa]
            case .keyExchange, .ecies: [CardMechanism.ecdh]
            case .rsaSignature(.none, _), .rsaEncryption(.none): [CardMechanism.rsaRaw]
            case .rsaSignature(.pkcs1, _): [CardMechanism.rsaPKCS1, CardMechanism.rsaRaw]
            case .rsaSignature(.pss, _): [CardMechanism.rsaPSS]
            case .rsaEncryption(.pkcs1): [CardMechanism.rsaPKCS1]
            case .rsaEncryption(.oaep), .rsaHybrid: [CardMechanism.rsaOAEP]
            }
        return !offered.isDisjoint(with: sufficient)
    }

    /// Returns the numbers of the card's mechanisms (CKM_*); empty if it doesn't list them.
    private func mechanisms() throws(KeychainError) -> Set<UInt> {
        try CardLibrary.exclusively {
            let place = try CardToken.place(of: token)
            return (try? place.module.mechanisms(of: place.slot)) ?? []
        }
    }

    /// Signs a digest with CKM_ECDSA. Returns r ‖ s, each of the size of the curve.
    package func ecdsaSignature(of digest: [UInt8]) throws(PKIError) -> [UInt8] {
        // A card takes no more bytes than the curve has; the rest doesn't count.
        let bytes = Array(digest.prefix(publicKey.blockSize))
        return try sign(bytes, CardMechanism(CardMechanism.ecdsa), count: 2 * publicKey.blockSize)
    }

    /// Signs a block. For PKCS#1 the card pads if it has CKM_RSA_PKCS; otherwise the padding is made here, for
    /// CKM_RSA_X_509.
    package func rsaSignature(
        of block: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?
    ) throws(PKIError) -> [UInt8] {
        let count = publicKey.blockSize
        switch (padding, hash) {
        case (.none, _): return try sign(block, CardMechanism(CardMechanism.rsaRaw), count: count)
        case (.pss, let hash?): return try sign(block, .pss(hash), count: count)
        case (.pss, nil): throw PKIError(.invalidArgument, "algorithm: PSS needs a hash function")
        case (.pkcs1, _):
            let offered: Set<UInt>
            do throws(KeychainError) {
                offered = try mechanisms()
            } catch {
                throw PKIError(error)
            }
            let isPadded = offered.contains(CardMechanism.rsaPKCS1)
            let input =
                isPadded
                ? (hash?.digestInfoPrefix ?? []) + block
                : try RSABlock.signature(of: block, .pkcs1, hash, count: count)
            let mechanism = isPadded ? CardMechanism.rsaPKCS1 : CardMechanism.rsaRaw
            return try sign(input, CardMechanism(mechanism), count: count)
        }
    }

    /// Decrypts with the card's padding.
    ///
    /// - Throws: `notForThisKey` for every fault of the data alike; see the comment inside.
    package func rsaDecrypted(
        _ ciphertext: [UInt8], _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> SecretBytes {
        let mechanism: CardMechanism =
            switch padding {
            case .none: CardMechanism(CardMechanism.rsaRaw)
            case .pkcs1: CardMechanism(CardMechanism.rsaPKCS1)
            case .oaep(let hash): .oaep(hash)
            }
        let plaintext = try use { (session) throws(CardFailure) -> SecretBytes? in
            do throws(CardFailure) {
                return try session.operate(
                    .decrypt, mechanism, ciphertext, most: publicKey.blockSize)
            } catch {
                // An error for wrong padding would let an attacker decrypt by trying often enough.
                if error.isAboutData { return nil }
                throw error
            }
        }
        guard let plaintext else { throw .notForThisKey }
        return plaintext
    }

    /// Agrees with a public point (CKM_ECDH1_DERIVE without a derivation function). Returns the X coordinate.
    package func sharedCoordinate(with point: [UInt8]) throws(PKIError) -> SecretBytes {
        try use { session throws(CardFailure) in
            try session.sharedSecret(with: point, count: publicKey.blockSize)
        }
    }

    /// Signs in one session, and checks the length of the signature.
    ///
    /// - Parameter count: the bytes that the signature must have.
    private func sign(
        _ input: [UInt8], _ mechanism: CardMechanism, count: Int
    ) throws(PKIError) -> [UInt8] {
        let signature = try use { (session) throws(CardFailure) in
            let made = try session.operate(.sign, mechanism, input, most: count)
            guard made.count == count else { throw CardFailure(CardFailure.wrongLength) }
            return made
        }
        return signature.withBytes { [UInt8]($0) }
    }
}

// The PIN.
extension CardKey {
    /// The number of wrong PINs that the user may type in one call.
    private static let rounds = 3

    /// Runs `body` in a session, with a PIN if the card needs one. Asks again after a wrong PIN, three times at most,
    /// unless the program gave it.
    ///
    /// The PIN is requested while the lock of ``CardLibrary`` is free, so that a prompt doesn't block other threads.
    /// The token is looked up again for each round, because the user may insert another card while the prompt is shown.
    private func use<Result>(
        _ body: (CardKeySession) throws(CardFailure) -> Result
    ) throws(PKIError) -> Result {
        do throws(KeychainError) {
            // The PINs that the card refused in this call.
            var wrong: [SecretBytes] = []
            var mustBeTyped = false
            var asked = 0
            while true {
                let place = try CardLibrary.exclusively { try CardToken.place(of: token) }
                let card = place.token
                if card.isLocked { throw KeychainError.lockedPIN(of: token) }
                var pin: CardPIN?
                if card.requiresLogin, !card.hasProtectedPath {
                    if asked >= Self.rounds {
                        throw CardFailure(CardFailure.pinIncorrect).error(token)
                    }
                    let given = try pins.pin(
                        for: CardPINRequest(
                            token: card, wasWrong: !wrong.isEmpty,
                            mustBeTyped: mustBeTyped || card.isFinalTry))
                    if given.origin == .typed { asked += 1 }
                    // No PIN, and a wrong one again, aren't sent: each attempt counts.
                    if given.bytes.count == 0 || wrong.contains(given.bytes) {
                        if given.origin == .program {
                            throw CardFailure(CardFailure.pinIncorrect).error(token)
                        }
                        continue
                    }
                    pin = given
                }
                do throws(CardFailure) {
                    let (result, isPINChecked) = try CardKeySession.run(
                        place, pin, matching: uuid, publicKey, body)
                    if let pin, isPINChecked { pins.accept(pin, of: card) }
                    return result
                } catch {
                    if error.code == CardFailure.needsTypedPIN {
                        mustBeTyped = true
                        continue
                    }
                    guard error.isWrongPIN, let pin else { throw error.error(token) }
                    pins.refuse(pin, of: card)
                    wrong.append(pin.bytes)
                    // The caller's own PIN isn't followed by a prompt.
                    if pin.origin == .program { throw error.error(token) }
                }
            }
        } catch {
            throw PKIError(error)
        }
    }
}

extension PKIError {
    /// Makes the error of an operation that a card carries out.
    fileprivate init(_ error: KeychainError) {
        self.init(.external(error.code.rawValue), error.detail)
    }
}
