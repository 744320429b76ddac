// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCards
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The PINs of cards that a call may use: those of its context, and what the user types.
struct CardPINSource: CardPINs {
    let authentication: Authentication

    /// The PINs that cards refused, so that a program's loop can't lock a card. The user may type one again.
    private static let refused = AtomicValue<[String: [SecretBytes]]>([:])

    /// Returns the PIN that the context has, else asks the user. A PIN that the card refused isn't returned again.
    func pin(for request: CardPINRequest) throws(KeychainError) -> CardPIN {
        let token = request.token
        do throws(AuthenticationFailure) {
            let context = authentication.context
            if context?.isInvalidated == true { throw .invalidContext }
            if !request.mustBeTyped, let pin = context?.pin(of: token.id) {
                guard Self.refused.value[token.id]?.contains(pin.bytes) != true else {
                    throw .keychain(
                        KeychainError(
                            .authenticationFailed,
                            "smart card \(token.id): it refused this PIN before; it isn't sent again"
                        ))
                }
                return CardPIN(pin.bytes, pin.isTyped ? .typedBefore : .program)
            }
            if authentication.policy != .allow { throw .forbidden }
            let question = Question(
                keychain: .login, reason: authentication.reason, context: context)
            var prompt = question.prompt(
                "PIN:", for: "the PIN of the smart card \"\(token.label)\"", showsPath: false)
            prompt.error = Self.warning(request)
            return CardPIN(try question.secret(to: .unshared(), prompt), .typed)
        } catch {
            throw KeychainError(error)
        }
    }

    /// Returns the prompt's line about the tries that are left, as far as PKCS#11 reports them; nil without a warning.
    private static func warning(_ request: CardPINRequest) -> String? {
        let wrong = request.wasWrong ? "Wrong PIN. " : ""
        if request.token.isFinalTry {
            return wrong + "This is the last try: a wrong PIN locks the card."
        }
        if request.wasWrong { return "Wrong PIN. Few tries are left." }
        return request.token.isCountLow ? "A wrong PIN was given before." : nil
    }

    func accept(_ pin: CardPIN, of token: CardToken) {
        if Self.refused.value[token.id] != nil { Self.refused.update { $0[token.id] = nil } }
        if pin.origin == .typed { authentication.context?.keepTypedPIN(pin.bytes, of: token.id) }
    }

    func refuse(_ pin: CardPIN, of token: CardToken) {
        Self.refused.update { $0[token.id, default: []].append(pin.bytes) }
        authentication.context?.forgetPIN(pin.bytes, of: token.id)
    }
}

extension StoredKey {
    /// The private key on its card; nil without the public one.
    var cardKey: CryptoKey? {
        guard let publicKey, case .string(let token) = item[.tokenID] else { return nil }
        return CryptoKey(
            CardKey(
                on: token, uuid: item.reference.uuid, publicKey,
                pins: CardPINSource(authentication: authentication)), of: publicKey)
    }
}
