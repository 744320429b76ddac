// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainService

extension Keychain {
    /// Moves the device key that the keychain shares with the user's others: behind the TPM, back into its file, or there with the
    /// recovery code. Nothing that is stored changes; ``wrapUnderPresentDeviceKey()`` completes it for each keychain.
    ///
    /// - Returns: the text of the recovery code, of a move to the TPM.
    /// - Throws: `unimplemented` without a TPM; `notAvailable` when a file can't be written, or the TPM or the present
    ///   key can't be used; `authenticationFailed` for a wrong recovery code; `itemNotFound` when there is nothing
    ///   to move back.
    package func moveDeviceKey(_ move: DeviceKeyMove) throws(KeychainError) -> SecretBytes? {
        try perform(.moveDeviceKey(move))
    }

    /// Wraps the keys of the keychain under the present device key. Where a passcode wraps them, unlocking with it
    /// does that.
    ///
    /// - Returns: whether the present device key wraps them now.
    /// - Throws: `notAvailable`.
    package func wrapUnderPresentDeviceKey() throws(KeychainError) -> Bool {
        try perform(.wrapUnderPresentDeviceKey) > 0
    }

    /// The login keychain, the default one and those of the search list, if they exist; the login keychain alone if the
    /// list can't be read.
    package static var withDeviceKey: [Keychain] {
        let others = searched.filter { !$0.isLogin && (try? $0.requirePlace()) != nil }
        return ([login] + others).filter(\.isThere)
    }

    /// Describes where the device key is, if not in its file alone.
    package static func examineDeviceKey() -> [Finding] {
        login.diagnose().filter { $0.subject == Finding.deviceKey }
    }
}
