// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainTPM

// The device keys that open with a secret of this machine's TPM.
extension DeviceKeySource {
    /// Reads the record of the TPM; nil when there is no file.
    ///
    /// - Throws: as ``record(at:)``.
    func tpmRecord() throws(KeychainError) -> DeviceKeyRecord? {
        try Self.record(at: location.tpmDeviceKeyPath)
    }

    /// Reads the record of a file; nil when there is no file.
    ///
    /// - Throws: `notAvailable` for a file that has none.
    static func record(at path: String) throws(KeychainError) -> DeviceKeyRecord? {
        guard let bytes = try SmallFile.read(path, limit: 2 * DeviceKeys.longestText) else {
            return nil
        }
        do throws(KeychainError) {
            return try DeviceKeyRecord(bytes.withBytes { Array($0) })
        } catch {
            throw KeychainError(error.code, "\(path): \(error.detail)")
        }
    }

    /// Reads the keys; nil when there is no file. The TPM is asked once until the machine restarts.
    ///
    /// - Throws: `notAvailable`, naming the file, when the TPM can't be used or doesn't give the secret back.
    func keysInTPM() throws(KeychainError) -> DeviceKeys? {
        guard let record = try tpmRecord() else { return nil }
        let remembered = RememberedSecret(of: record, system)
        do throws(KeychainError) {
            if let secret = remembered.secret, let keys = try record.open(secret) { return keys }
            let secret = try TPMSealedSecret(stored: record.sealed).unsealed(at: .configured())
            guard let keys = try record.open(secret) else {
                throw KeychainError(.notAvailable, "it isn't the one that the TPM's secret sealed")
            }
            remembered.remember(secret)
            return keys
        } catch {
            throw KeychainError(
                .notAvailable,
                "\(location.tpmDeviceKeyPath): \(error.detail). If the TPM is gone for good, security"
                    + " tpm recover opens the keychains with the recovery code")
        }
    }
}
