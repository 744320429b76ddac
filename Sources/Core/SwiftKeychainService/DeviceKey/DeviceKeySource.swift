// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing

/// The device keys of a location: in a file, or behind this machine's TPM; in both while a process moves them.
struct DeviceKeySource: Sendable {
    let location: Location
    let system: SystemSources

    var file: DeviceKeyFile { DeviceKeyFile(path: location.deviceKeyPath) }

    /// Returns the key that a keybag names, or if there is none the present one, whose identifier is for messages.
    ///
    /// - Throws: `notAvailable`, naming the files, when no key is there or the TPM doesn't give it.
    func key(_ identifier: [UInt8]?) throws(KeychainError) -> DeviceKey {
        let inFile = try file.load()
        if let identifier, let key = inFile?.key(identifier) { return key }
        let inTPM = try keysInTPM()
        if let identifier, let key = inTPM?.key(identifier) { return key }
        guard let keys = inTPM ?? inFile else { throw missing }
        return keys.current
    }

    /// Returns the keys of which the present one wraps keybags from now on; nil when there are none.
    ///
    /// - Throws: as ``key(_:)``.
    func keys() throws(KeychainError) -> DeviceKeys? {
        let inFile = try file.load()
        return try keysInTPM()?.joined(with: inFile) ?? inFile
    }

    /// Returns the keys, or makes one in the file. Must be called only when no store exists.
    func keysOrNew() throws(KeychainError) -> DeviceKeys {
        if let keys = try keys() { return keys }
        return try file.loadOrCreate()
    }

    private var missing: KeychainError {
        let isRecoverable = (try? Self.record(at: location.recoveryPath)) ?? nil != nil
        return KeychainError(
            .notAvailable,
            "\(location.databasePath): its device key \(location.deviceKeyPath) is missing"
                + (isRecoverable
                    ? "; security tpm recover makes it anew with the recovery code"
                    : "; put it back, or delete the keychain and restore a backup"))
    }
}

extension Location {
    /// The file of a device key that the TPM opens.
    package var tpmDeviceKeyPath: String { siblingOfDeviceKey("device.tpm") }
    /// The beginning of the path of a record that the TPM didn't open; the time of its recovery follows.
    var unopenedRecordPath: String { tpmDeviceKeyPath + ".unopened-" }
    /// The file of a device key that the recovery code opens.
    package var recoveryPath: String { siblingOfDeviceKey("device.recovery") }
    /// The files that a device key may have, always in the same order.
    package var deviceKeyPaths: [String] { [deviceKeyPath, tpmDeviceKeyPath, recoveryPath] }
    /// The file of the keychains that are known.
    package var knownKeychainsPath: String { siblingOfDeviceKey("known-keychains") }
    /// The file that is locked while device keys move, and while the file of known keychains changes.
    var deviceLockPath: String { siblingOfDeviceKey("device.lock") }

    /// Returns the path of a file in the folder of the device key.
    func siblingOfDeviceKey(_ name: String) -> String {
        deviceKeyPath.parentFolder + "/" + name
    }
}
