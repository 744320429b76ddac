// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainTPM

extension TPMAddress {
    /// The TPM in place of the configured one, for tests.
    @TaskLocal package static var override: TPMAddress?

    /// Returns the TPM that `$KEYCHAIN_TPM` names, else `/etc/keychain/keychain.conf`, else `/dev/tpmrm0`.
    ///
    /// - Throws: `notAvailable` for text that names none, and in a program with raised privileges, whose
    ///   environment another user wrote.
    package static func configured() throws(KeychainError) -> TPMAddress {
        if let override { return override }
        guard keychain_has_raised_privileges() == 0 else {
            throw KeychainError(.notAvailable, "a program with raised privileges uses no TPM")
        }
        if let text = Environment.value("KEYCHAIN_TPM") { return try TPMAddress(text) }
        if let text = try ServiceMode.systemTPM() { return try TPMAddress(text) }
        return .standard
    }
}
