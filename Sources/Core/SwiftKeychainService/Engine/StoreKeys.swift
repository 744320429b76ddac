// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

/// The keybag of a store, opened with the device key that it names.
struct StoreKeys: RecoveryKeyProvider {
    let location: Location
    /// Whether the user chose the file; if it is missing, no keys are made.
    var mustExist = false
    let system: SystemSources
    var source: DeviceKeySource { DeviceKeySource(location: location, system: system) }

    /// Opens the keybag of an existing store, or its copy if the record is damaged.
    ///
    /// - Parameter vouch: throws for a keybag that isn't this store's.
    /// - Throws: `notAvailable`, naming both files, when neither opens; the error of the first.
    func open(
        _ records: [[UInt8]], vouch: (Keybag) throws -> Void = { _ in }
    ) throws(KeychainError) -> Keybag {
        var refusal = KeychainError(.notAvailable, "\(location.databasePath): contains no keybag")
        for (index, record) in records.enumerated() {
            do throws(KeychainError) {
                let keybag = try open(record)
                try translating { try vouch(keybag) }
                if index > 0 {
                    Log.tellOnce(
                        "\(location.databasePath): the keybag is damaged, using its copy; run"
                            + " security doctor --repair")
                }
                return keybag
            } catch {
                if index == 0 { refusal = error }
            }
        }
        throw refusal
    }

    /// Opens one record.
    ///
    /// - Throws: `notAvailable`, naming both files, when the device key is missing or differs.
    func open(_ record: [UInt8]) throws(KeychainError) -> Keybag {
        let key = try deviceKey(of: record)
        do {
            return try Keybag(record: record, deviceKey: key)
        } catch {
            throw KeychainError(
                error.code,
                "\(location.databasePath) with \(location.deviceKeyPath): \(error.detail); if a log"
                    + " of another store is next to the file, run security doctor --repair"
            )
        }
    }

    /// Returns the device key that a keybag names.
    ///
    /// - Throws: `notAvailable`, naming both files, when it is missing.
    func deviceKey(of record: [UInt8]) throws(KeychainError) -> DeviceKey {
        try source.key(Keybag.deviceKeyIdentifier(inRecord: record))
    }

    /// Checks that no keychain is known that was where a call makes one.
    func requireNoneMissing() throws(KeychainError) {
        // Such a file isn't made anyway.
        if mustExist { return }
        let known = KnownKeychainsFile(source: source)
        guard try known.entries().contains(where: { $0 != nil }) else { return }
        throw known.refusal(.missing)
    }

    /// Makes the keys of a new store, the device key first.
    func makeRecords() throws(KeychainError) -> NewStoreRecords {
        if mustExist {
            throw KeychainError(.noSuchKeychain, "\(location.databasePath): no such keychain")
        }
        if system.owned == nil {
            // Since this process opened the store, root may have moved it to a service.
            try ServiceMode.written(for: location).requireEmbedded()
        }
        return try records(Keybag.create(deviceKey: try source.keysOrNew().current))
    }

    /// Makes the keys of a new store with a passcode, the device key first.
    func makeRecords(
        passcode: SecretBytes, cost: Argon2Cost
    ) throws(KeychainError) -> (records: NewStoreRecords, keybag: Keybag, keys: PasscodeKeys) {
        let deviceKey = try source.keysOrNew().current
        let (keybag, keys) = try Keybag.create(deviceKey: deviceKey)
            .settingPasscode(passcode, cost: cost, deviceKey: deviceKey)
        return (try records(keybag), keybag, keys)
    }

    /// Returns the records of a new store: the keybag, and a manifest of no rows with revision 1.
    private func records(_ keybag: Keybag) throws(KeychainError) -> NewStoreRecords {
        let manifest = Manifest(revision: 1)
        return NewStoreRecords(
            keybag: keybag.record, keybagRevision: keybag.revision,
            manifest: keybag.seal(manifest), manifestRevision: manifest.revision)
    }

    /// Migrates the manifest of a store from the first version of the tables.
    ///
    /// - Throws: `notAvailable` when the keys or the manifest don't open; the store stays as it is.
    func migrate(_ writer: StoreWriter) throws(KeychainError) {
        // The first version's manifest held no names, and not always the keybag's revision.
        let keybag = try open(try writer.keybags())
        var manifest = try keybag.manifest(
            of: writer, opening: keybag.openFirstManifest(_:revision:))
        try keybag.countNotes(of: writer, in: &manifest)
        manifest.revision &+= 1
        try writer.setManifest(keybag.seal(manifest), revision: manifest.revision)
    }
}
