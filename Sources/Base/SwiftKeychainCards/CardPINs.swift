// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The PIN of a card that a use of a key needs.
package struct CardPINRequest: Sendable {
    package let token: CardToken
    /// Whether the PIN before was wrong.
    package let wasWrong: Bool
    /// Whether the user must type it for this use: before the last try, and for keys that demand it.
    package let mustBeTyped: Bool
}

/// A PIN, and where it comes from.
package struct CardPIN: Sendable {
    /// The origin of a PIN: the program gave it, the user typed it for this use, or typed it for an earlier one.
    package enum Origin: Sendable { case program, typed, typedBefore }

    package let bytes: SecretBytes
    package let origin: Origin

    package init(_ bytes: SecretBytes, _ origin: Origin) {
        (self.bytes, self.origin) = (bytes, origin)
    }
}

/// The source of PINs.
package protocol CardPINs: Sendable {
    /// Returns a PIN to send to the card.
    ///
    /// - Throws: `interactionNotAllowed` and `userCanceled` if the user must not be asked or declines.
    func pin(for request: CardPINRequest) throws(KeychainError) -> CardPIN
    /// Notes that a card accepted a PIN.
    func accept(_ pin: CardPIN, of token: CardToken)
    /// Notes that a card refused a PIN, which must not be sent to it again.
    func refuse(_ pin: CardPIN, of token: CardToken)
}
