// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import SwiftKeychainTPM

// At every moment of a move, the file or the record opens every keybag: keys are written and synchronized
// before others are removed, and a new key is written together with the earlier ones.
extension DeviceKeySource {
    /// Moves the device keys.
    ///
    /// - Returns: the text of the recovery code, of a move to the TPM.
    /// - Throws: `notAvailable` when the keys can't be opened or written; `authenticationFailed` for a wrong
    ///   recovery code; `unimplemented` without a TPM; `itemNotFound` when there is nothing to move.
    func move(_ move: DeviceKeyMove, step: () -> Void) throws(KeychainError) -> SecretBytes? {
        try LockedFile.alone(location.deviceLockPath, deadline: .standard) {
            () throws(KeychainError) -> SecretBytes? in
            switch move {
            case .toTPM(let pcrs): return try moveToTPM(pcrs, step).text
            case .toFile: try moveToFile()
            case .recover(let code): try recover(code)
            }
            return nil
        }
    }

    /// Moves the keys behind the TPM, and returns the recovery code.
    ///
    /// 1. Makes a new key, with the present ones as earlier ones, and has the TPM seal a secret that opens them.
    /// 2. Opens them again, with the TPM and with a recovery code, before anything is written.
    /// 3. Writes both records, that of the recovery code under another name first: where there is no room for it, the
    ///    earlier code must still open all keys.
    /// 4. Erases the file, if the record has all its keys.
    private func moveToTPM(_ pcrs: [Int], _ step: () -> Void) throws(KeychainError) -> RecoveryCode
    {
        let address = try TPMAddress.configured()
        let old = try keys()
        step()
        // A new key: copies of the old one may be in free blocks of the disk and in backups.
        let new = if let old { try old.renewed() } else { DeviceKeys(try DeviceKey.generate()) }
        let secret = SecretBytes(count: DeviceKeyRecord.secretBytes) { system.random.fill($0) }
        let sealed = try TPMSealedSecret(secret, pcrs: pcrs, at: address)
        step()
        let record = try DeviceKeyRecord(
            DeviceKeyRecord(new, sealed: sealed.stored, under: secret).encoded)
        let unsealed = try TPMSealedSecret(stored: record.sealed).unsealed(at: address)
        step()
        let code = RecoveryCode.generate(system.random)
        let recovery = try DeviceKeyRecord(
            DeviceKeyRecord(new, sealed: record.identifier, under: code.secret).encoded)
        guard let fromTPM = try record.open(unsealed), new.areContained(in: fromTPM),
            let fromCode = try recovery.open(RecoveryCode(typed: code.text).secret),
            new.areContained(in: fromCode)
        else {
            throw KeychainError(.internalError, "\(address): it gave back another secret")
        }
        let before = try tpmRecord()
        let recoveryPath = location.recoveryPath
        let prepared = recoveryPath + ".prepared"
        try SmallFile.replace(prepared, SecretBytes(copying: recovery.encoded))
        defer { try? System.unlink(prepared) }
        try SmallFile.replace(location.tpmDeviceKeyPath, SecretBytes(copying: record.encoded))
        RememberedSecret(of: record, system).remember(secret)
        try translating {
            try System.rename(prepared, to: recoveryPath)
            try System.synchronize(directory: recoveryPath.parentFolder)
        }
        if let before { RememberedSecret(of: before, system).forget() }
        // Another process may have made a key in the file meanwhile.
        if try file.load()?.areContained(in: new) ?? true { try file.erase() }
        return code
    }

    /// Writes the keys of the TPM to the file, and then removes the TPM's records.
    private func moveToFile() throws(KeychainError) {
        guard try tpmRecord() != nil, let keys = try keys() else {
            throw KeychainError(
                .itemNotFound,
                "\(location.tpmDeviceKeyPath): no such file; the device key isn't in the TPM")
        }
        try file.replace(by: keys)
        try removeRecords()
    }

    /// Writes the keys to the file, opened with the recovery code.
    ///
    /// After a move to the TPM that was interrupted, the TPM's record has a key that the code doesn't open. If the TPM
    /// doesn't open it either now, the record is moved aside.
    private func recover(_ text: SecretBytes) throws(KeychainError) {
        let path = location.recoveryPath
        guard let record = try Self.record(at: path) else {
            throw KeychainError(.itemNotFound, "\(path): no such file; there is nothing to recover")
        }
        guard let keys = try record.open(RecoveryCode(typed: text).secret) else {
            throw KeychainError(.authenticationFailed, "\(path): not its recovery code")
        }
        let inTPM = try? keysInTPM()
        // The TPM's record is written first, so its key is never the earlier one.
        let all = inTPM?.joined(with: keys) ?? keys
        try file.replace(by: all.joined(with: file.load()))
        let other = try? tpmRecord()
        if inTPM == nil, other.map(record.isPaired) != true {
            try translating {
                if try System.status(location.tpmDeviceKeyPath) != nil {
                    let aside =
                        location.unopenedRecordPath + SystemClock.stamp(SystemClock.seconds)
                    try System.rename(location.tpmDeviceKeyPath, to: aside)
                }
            }
        }
        try removeRecords()
    }

    /// Removes the TPM's record and that of the recovery code, and the secret that was remembered.
    private func removeRecords() throws(KeychainError) {
        if let record = try? tpmRecord() { RememberedSecret(of: record, system).forget() }
        try translating {
            for path in [location.tpmDeviceKeyPath, location.recoveryPath]
            where try System.status(path) != nil {
                try System.unlink(path)
            }
        }
    }
}
