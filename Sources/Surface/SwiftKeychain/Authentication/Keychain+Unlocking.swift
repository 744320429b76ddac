// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService

// Locked keychains that the commands use. On a Mac the system asks for the password then; a program's own calls fail
// here, because only the program knows whether anybody is there to answer.
extension Keychain {
    /// Unlocks the keychain with the password that the user types, if it is locked and a call of a command failed
    /// therefore.
    ///
    /// - Parameters:
    ///   - error: the failure of the call.
    ///   - authentication: how the call may ask; nil for a call without a policy.
    /// - Throws: `error` if the keychain isn't locked, or this process is none of the commands;
    ///   `interactionNotAllowed` with the command to unlock it where the user must not or can't be asked; otherwise
    ///   as ``unlock(asking:)``.
    func unlock(
        after error: KeychainError, of operation: Request.Operation,
        _ authentication: Authentication?
    ) throws(KeychainError) {
        guard error.code == .interactionNotAllowed, UserInteraction.isCommand,
            operation.needsRights, try lockState() != .unlocked
        else { throw error }
        do throws(KeychainError) {
            guard authentication?.mayAsk != false else { throw error }
            try unlock()
        } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            throw KeychainError(.interactionNotAllowed, lockedDetail)
        }
    }

    /// What is wrong with a locked keychain, and the command that mends it.
    package var lockedDetail: String {
        let name = self == .default ? "" : " \(path)"
        return "the keychain is locked: security unlock-keychain\(name)"
    }
}
