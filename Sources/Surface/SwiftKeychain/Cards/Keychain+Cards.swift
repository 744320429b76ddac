// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCards
import SwiftKeychainModel

extension Keychain {
    /// The certificates, keys and identities on the smart cards in the machine's readers, through the PKCS#11 modules
    /// of p11-kit's configuration.
    ///
    ///     for identity in try Keychain.cards.identities() {
    ///         print(identity.certificate.commonName ?? "", identity.item[.tokenID] ?? "")
    ///     }
    ///
    /// They are read from the cards in each call, and can't be changed: `missingEntitlement`. The first call loads
    /// the modules into this process. A private key is used with the PIN of its card, which
    /// `AuthenticationContext.smartCardPIN` holds or the user is asked for.
    public static let cards = Keychain(
        location: .success(Location(directory: "/smartcards", fileName: "", deviceKeyPath: "")),
        service: CardService())

    /// The error of a call that adds, changes or deletes items on cards.
    package static var cardsAreReadOnly: KeychainError {
        KeychainError(
            .missingEntitlement,
            "kSecAttrAccessGroup: the items of \(Caller.tokenGroup) can't be changed")
    }

    /// Whether this is ``cards``.
    package var isOfCards: Bool { service is CardService }

    /// Returns whether attributes name items on cards: by their access group, or by the identifier of a token
    /// of PKCS#11.
    package static func areOfCards(_ attributes: [Attribute: AttributeValue]) -> Bool {
        if case .string(Caller.tokenGroup) = attributes[.accessGroup] { return true }
        guard case .string(let token) = attributes[.tokenID] else { return false }
        return token.hasPrefix(CardToken.prefix)
    }
}
