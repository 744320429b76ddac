// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension Session {
    /// Changes the anchor of a keychain; asks for the passcode or the TPM's owner password if the change needs
    /// it.
    ///
    /// - Returns: what was done.
    func changeAnchor(
        _ kind: AnchorChange.Kind, of keychain: Keychain
    ) throws(CommandFailure) -> String {
        var failure: CommandFailure?
        do throws(KeychainError) {
            return try keychain.changeAnchor(kind) { (demand) throws(KeychainError) in
                let prompt = demand == .ownerPassword ? "owner password" : "passcode"
                do throws(CommandFailure) {
                    return try password(asking: "\(prompt): ")
                } catch {
                    failure = error
                    throw KeychainError(.userCanceled, "\(prompt): not given")
                }
            }
        } catch {
            throw failure ?? .message(error.detail, status: error.code.rawValue)
        }
    }
}
