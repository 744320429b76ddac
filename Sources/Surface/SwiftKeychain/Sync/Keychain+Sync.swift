// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam

// The operations on the circle that ask for the passcode where one is set; ``SyncRequest`` describes the others, which
// ``perform(_:as:progress:)`` sends.
extension Keychain {
    /// Makes a circle of this device alone. Asks for the passcode where one is set.
    ///
    /// - Parameters:
    ///   - deviceName: the name that other devices show, 1 to 128 bytes.
    /// - Returns: the recovery code.
    /// - Throws: `duplicateItem` if there is one already; `interactionNotAllowed` while the keychain is locked.
    package func createCircle(
        deviceName: String, relay: RelayPlace, authentication: Authentication = Authentication()
    ) throws(KeychainError) -> SecretBytes {
        try perform(
            .create(NewCircle(deviceName: deviceName, relay: relay)),
            as: Authenticator(self, authentication))
    }

    /// Makes an invitation for a device to join, in place of an earlier one. Asks for the passcode where one is set.
    ///
    /// - Returns: the text of the invitation.
    package func invite(
        isUnattended: Bool, authentication: Authentication = Authentication()
    ) throws(KeychainError) -> SecretBytes {
        try perform(
            .invite(isUnattended: isUnattended), as: Authenticator(self, authentication))
    }

    /// Begins to join a circle. Asks for the passcode where one is set.
    ///
    /// - Returns: where the relay of the circle is.
    /// - Throws: `duplicateItem` if the keychain is in one; `parameter` for a text that is no invitation, or without a
    ///   folder where the relay is one.
    @discardableResult package func join(
        _ device: JoiningDevice, authentication: Authentication = Authentication()
    ) throws(KeychainError) -> RelayPlace {
        try perform(.join(device), as: Authenticator(self, authentication))
    }

    /// Removes a device with the next exchange. Asks for the passcode where one is set.
    ///
    /// - Parameter device: its name on the relay, as digits.
    /// - Throws: `itemNotFound` if it is no other member.
    package func remove(
        device: String, authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try perform(.remove(device: device), as: Authenticator(self, authentication))
    }

    /// Makes this device a member with the recovery code. Asks for the passcode where one is set.
    ///
    /// - Parameter heads: the heads on the relay.
    /// - Returns: the new recovery code.
    /// - Throws: `authenticationFailed` for a code of no circle, or an old one.
    package func recoverCircle(
        _ code: SecretBytes, deviceName: String, relay: RelayPlace, heads: [RelayFile],
        authentication: Authentication = Authentication()
    ) throws(KeychainError) -> SecretBytes {
        try perform(
            .recover(code, NewCircle(deviceName: deviceName, relay: relay), heads),
            as: Authenticator(self, authentication))
    }
}
