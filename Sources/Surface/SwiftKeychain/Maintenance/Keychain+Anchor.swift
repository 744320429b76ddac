// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainService

extension Keychain {
    /// Changes the anchor, the counter in a TPM that shows an earlier copy of the keychain's folder.
    ///
    /// - Parameter ask: returns the passcode (`keychainPassword`) or the owner password of the TPM, if the
    ///   change needs it.
    /// - Returns: what was done, for the user.
    /// - Throws: what `ask` throws; `authenticationFailed` for a wrong password; `notAvailable` when the TPM can't
    ///   be used.
    package func changeAnchor(
        _ kind: AnchorChange.Kind,
        asking ask: (Demand.Kind) throws(KeychainError) -> SecretBytes
    ) throws(KeychainError) -> String {
        var change = AnchorChange(kind)
        for _ in 0..<3 {
            let operation = Operation.changeAnchor(change)
            let reply = try send(operation.content)
            guard case .lacks(let demand) = reply else {
                return try operation.answer(in: reply).map(\.text).joined(separator: "; ")
            }
            let password = try ask(demand.kind)
            if demand.kind == .ownerPassword {
                change.ownerPassword = password
            } else {
                change.passcode = password
            }
        }
        throw KeychainError(AuthenticationFailure.wrong)
    }

    /// Accepts the keychain that is there in place of the known one, or that none is there.
    ///
    /// - Returns: what was done, for the user.
    /// - Throws: `notAvailable` when the keychain can't be opened.
    package func acceptKeychain() throws(KeychainError) -> String {
        try perform(.acceptKeychain).map(\.text).joined(separator: "; ")
    }
}
