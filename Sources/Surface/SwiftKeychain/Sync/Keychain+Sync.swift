// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam

// The circle with whose devices the keychain is synchronized.
extension Keychain {
    /// Returns the state of the circle; nil if the keychain is in none.
    package func syncStatus() throws(KeychainError) -> SyncStatus? { try perform(.syncStatus) }

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

    /// Hands files of the relay over, and returns which are wanted.
    package func receive(_ files: [RelayFile]) throws(KeychainError) -> SyncReceived {
        try perform(.receive(files))
    }

    /// Merges, and returns what the relay lacks of this device.
    package func planSync(_ relay: RelayView) throws(KeychainError) -> SyncPlan {
        try perform(.plan(relay))
    }

    /// Returns where the relay is, with its password.
    package func relay() throws(KeychainError) -> RelayPlace { try perform(.relay) }

    /// Uses another relay from now on. The next head tells the other devices.
    ///
    /// - Parameter heads: the heads that are on that relay.
    /// - Throws: `duplicateItem` if some of them are of another circle.
    package func move(to place: RelayPlace, heads: [RelayFile]) throws(KeychainError) {
        try perform(.move(place, heads))
    }

    /// Says that the newest head is on the relay.
    package func noteSentHead() throws(KeychainError) { try perform(.sentHead) }

    /// Has ordinary passwords synchronized, or not any more.
    ///
    /// - Parameter references: the passwords; nil for all that can be.
    /// - Returns: the number of passwords that were changed.
    /// - Throws: `parameter` for an item that can't be, or that its program has synchronized.
    package func include(
        _ references: [PersistentReference]?, _ isIncluded: Bool
    ) throws(KeychainError) -> Int {
        try perform(.include(references, isIncluded))
    }

    /// Returns the items that lost against other devices' changes within the last 30 days.
    package func conflicts(withSecrets: Bool) throws(KeychainError) -> [SyncConflict] {
        try perform(.conflicts(withSecrets: withSecrets))
    }

    /// Stores such an item again, as a new change. What is there in its place is set aside.
    ///
    /// - Throws: `itemNotFound` if none has the number.
    package func restore(conflict number: Int64) throws(KeychainError) {
        try perform(.restore(conflict: number))
    }

    /// Returns the items that are the same on all devices, as far as they can be read.
    package func syncedItems() throws(KeychainError) -> [Item] { try perform(.syncedItems) }

    /// Keeps what kept the last exchange from being complete, for ``syncStatus()``; nil if nothing did.
    package func note(syncProblem problem: String?) throws(KeychainError) {
        try perform(.note(problem: problem))
    }

    /// Says that the user was told of the present members.
    package func acknowledgeMembers() throws(KeychainError) { try perform(.acknowledgeMembers) }

    /// Gives this device another name.
    package func rename(device name: String) throws(KeychainError) {
        try perform(.rename(device: name))
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

    /// Goes on with a pairing.
    ///
    /// - Parameter code: the code of the other device, as the user typed it.
    /// - Throws: `authenticationFailed` for a wrong code or after the end of the invitation.
    package func pair(
        _ files: [RelayFile], code: String? = nil
    ) throws(KeychainError) -> SyncPairing { try perform(.pair(files, code: code)) }

    /// Makes the next head the last one of this device, which tells the others that it leaves.
    package func leaveCircle() throws(KeychainError) { try perform(.leaveCircle) }

    /// Ends the membership for this device. Items stay as they are.
    package func forgetCircle() throws(KeychainError) { try perform(.forgetCircle) }
}
