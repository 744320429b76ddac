// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import SwiftKeychainTPM

extension Engine {
    /// Wraps the keys of the store under the present device key, if an earlier one wraps them and no passcode
    /// does. A keychain with a passcode is wrapped when it is next unlocked with it.
    ///
    /// - Returns: whether the present device key wraps them now.
    /// - Throws: `notAvailable`.
    func wrapUnderPresentDeviceKey() throws(KeychainError) -> Bool {
        let (keybag, state) = try restingKeybag()
        let (old, new) = try deviceKeys(of: keybag)
        if old.identifier == new.identifier { return true }
        if keybag.hasPasscode { return false }
        _ = try rekey(from: keybag, to: keybag.replacing(old, by: new), nil, state)
        return true
    }

    /// Describes where the device key is; nothing if it is in its file alone, and wraps the keys of the store.
    func examineDeviceKey() -> [Finding] {
        func finding(_ text: String, isProblem: Bool = false) -> Finding {
            Finding(Finding.deviceKey, text, isProblem: isProblem)
        }
        do throws(KeychainError) {
            var findings: [Finding] = []
            if let record = try storeKeys.source.tpmRecord() {
                let sealed = try TPMSealedSecret(stored: record.sealed)
                let pcrs = sealed.pcrs.map(String.init)
                let bound = pcrs.isEmpty ? "" : ", with PCRs \(pcrs.joined(separator: ","))"
                let hasCode = System.exists(location.recoveryPath)
                let code =
                    hasCode
                    ? "the recovery code opens \(location.recoveryPath)"
                    : "\(location.recoveryPath) is missing, so no recovery code opens it"
                let path = location.tpmDeviceKeyPath
                do throws(KeychainError) {
                    // What the kernel remembers of it is gone after a restart.
                    _ = try sealed.unsealed(at: .configured())
                    findings.append(
                        finding(
                            "\(path), which the TPM opens\(bound); \(code)", isProblem: !hasCode))
                } catch {
                    findings.append(
                        finding(
                            "\(path): \(error.detail); until this machine restarts, security tpm"
                                + " disable saves the key; \(code)", isProblem: true))
                }
                if let inFile = try storeKeys.source.file.load(),
                    let all = try storeKeys.source.keys(), inFile.areContained(in: all)
                {
                    findings.append(
                        finding(
                            "\(location.deviceKeyPath) is still there, so that a copy of the files opens"
                                + " keychains; run security tpm enable again", isProblem: true))
                }
            }
            let (old, new) = try deviceKeys(of: try restingKeybag().keybag)
            if old.identifier != new.identifier {
                findings.append(
                    finding(
                        "an earlier one still opens the keychain; unlock it with its password, or without"
                            + " one run security tpm enable again", isProblem: true))
            }
            return findings
        } catch {
            // Whoever examines the store has reported that.
            return []
        }
    }

    /// Returns the device key that a keybag names, and the present one.
    ///
    /// - Throws: `notAvailable`.
    func deviceKeys(
        of keybag: Keybag
    ) throws(KeychainError) -> (old: DeviceKey, new: DeviceKey) {
        let old = try storeKeys.deviceKey(of: keybag.record)
        return (old, try storeKeys.source.keys()?.current ?? old)
    }
}

extension Finding {
    /// The subject of findings about the device key.
    package static let deviceKey = "device key"
}
