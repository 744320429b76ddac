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
        var findings: [Finding]
        do throws(KeychainError) {
            findings = try storeKeys.source.tpmRecord().map(describe) ?? []
        } catch {
            findings = [finding(error.detail, isProblem: true)]
        }
        // Whoever examines the store has reported why these don't open.
        if let (old, new) = try? deviceKeys(of: restingKeybag().keybag),
            old.identifier != new.identifier
        {
            findings.append(
                finding(
                    "an earlier one still opens the keychain; unlock it with its password, or without"
                        + " one run security tpm enable again", isProblem: true))
        }
        return findings
    }

    /// Describes the record of the TPM, and what else opens keychains.
    private func describe(_ record: DeviceKeyRecord) -> [Finding] {
        var findings: [Finding] = []
        let path = location.tpmDeviceKeyPath
        let code = recoveryFinding(record)
        do throws(KeychainError) {
            let sealed = try TPMSealedSecret(stored: record.sealed)
            let pcrs = sealed.pcrs.map(String.init)
            let bound = pcrs.isEmpty ? "" : ", with PCRs \(pcrs.joined(separator: ","))"
            // What the kernel remembers of it is gone after a restart.
            _ = try sealed.unsealed(at: .configured())
            findings.append(
                finding(
                    "\(path), which the TPM opens\(bound); \(code.text)",
                    isProblem: code.isProblem))
        } catch {
            findings.append(
                finding(
                    "\(path): \(error.detail); until this machine restarts, security tpm"
                        + " disable saves the key; \(code.text)", isProblem: true))
        }
        if let inFile = try? storeKeys.source.file.load(),
            let all = try? storeKeys.source.keys(), inFile.areContained(in: all)
        {
            findings.append(
                finding(
                    "\(location.deviceKeyPath) is still there, so that a copy of the files opens"
                        + " keychains; run security tpm enable again", isProblem: true))
        }
        return findings
    }

    /// Describes whether the recovery code opens the keys of the TPM's record.
    private func recoveryFinding(_ tpmRecord: DeviceKeyRecord) -> Finding {
        let path = location.recoveryPath
        do throws(KeychainError) {
            guard let record = try DeviceKeySource.record(at: path) else {
                return finding(
                    "\(path) is missing, so no recovery code opens it", isProblem: true)
            }
            if record.isPaired(with: tpmRecord) || record.sealed.isEmpty {
                return finding("the recovery code opens \(path)")
            }
            return finding(
                "\(path) belongs to another device key, so no recovery code opens this one; if every"
                    + " keychain opens, run security tpm enable again", isProblem: true)
        } catch {
            return finding(error.detail, isProblem: true)
        }
    }

    private func finding(_ text: String, isProblem: Bool = false) -> Finding {
        Finding(Finding.deviceKey, text, isProblem: isProblem)
    }

    /// Reports the records that the TPM didn't open when the device key was recovered.
    func unopenedRecords() -> [Finding] {
        let path = location.unopenedRecordPath
        return System.readableNames(in: path.parentFolder)
            .map { path.parentFolder + "/" + $0 }.filter { $0.hasPrefix(path) }.sorted().map {
                Finding(
                    Finding.unopenedRecord,
                    "\($0): the TPM didn't open it, and it may have a device key that the recovery"
                        + " code doesn't; delete it when every keychain opens")
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
    /// The subject of findings about records that the TPM didn't open.
    package static let unopenedRecord = "set aside device key"
}
