// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The moves of the device key that `security tpm` makes.
struct DeviceKeyCommand {
    let session: Session

    /// Moves the device key into the TPM, shows the recovery code, and then wraps the keychains under the new key.
    func enable(pcrs: [Int]) throws(CommandFailure) {
        let code = try CommandFailure.detail {
            try Keychain.login.moveDeviceKey(.toTPM(pcrs: pcrs))
        }
        guard let code else { return }
        // Before the keychains are wrapped again: from then on, the code is the only other way.
        try session.showRecoveryCode(
            code, after: "The TPM keeps the device key now.",
            "without it the keychains are lost with the TPM.")
        wrapKeychains()
    }

    /// Moves the device key from the TPM back to its file.
    func disable() throws(CommandFailure) {
        _ = try CommandFailure.detail { try Keychain.login.moveDeviceKey(.toFile) }
        session.output.write(
            "The device key is in its file again; the TPM and the recovery code aren't used.\n")
    }

    /// Moves the device key to its file with the recovery code, for when the TPM is gone or doesn't release it.
    func recover() throws(CommandFailure) {
        let code = try session.password(asking: "recovery code: ")
        _ = try CommandFailure.detail { try Keychain.login.moveDeviceKey(.recover(code: code)) }
        session.output.write(
            "The device key is in its file again. To have this machine's TPM keep it: security tpm enable\n"
        )
        for finding in Keychain.login.diagnose() where finding.subject == Finding.unopenedRecord {
            session.output.write(finding.text.printable + "\n")
        }
        wrapKeychains()
    }

    /// Wraps the keys of the user's keychains under the present device key, where no passcode is needed.
    private func wrapKeychains() {
        for keychain in Keychain.withDeviceKey {
            let state: String
            do throws(KeychainError) {
                state =
                    try keychain.wrapUnderPresentDeviceKey()
                    ? "wrapped under the device key"
                    : "still wrapped under the earlier device key; unlock it once with its password"
            } catch {
                state = "not wrapped: \(error.detail)"
            }
            session.output.write("\(keychain.path): \(state)".printable + "\n")
        }
    }
}

extension Session {
    /// Shows a recovery code, before anything depends on it.
    ///
    /// - Parameters:
    ///   - done: the sentence before it.
    ///   - consequence: what follows from its being shown only once.
    func showRecoveryCode(
        _ code: SecretBytes, after done: String, _ consequence: String
    ) throws(CommandFailure) {
        output.write("\(done) Recovery code:\n\n    ")
        code.withBytes { output.write($0) }
        output.write(
            "\n\nWrite it down and keep it elsewhere. It isn't shown again, and \(consequence)\n")
        try output.flush()
    }
}
