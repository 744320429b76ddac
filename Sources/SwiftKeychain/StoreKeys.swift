import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore

/// Joins a store's keybag with the device key in its file.
struct StoreKeys: Sendable {
    let location: Location
    private var file: DeviceKeyFile { DeviceKeyFile(path: location.deviceKeyPath) }

    init(location: Location) { self.location = location }

    /// Opens the keybag of an existing store, or its copy where the record itself is damaged.
    ///
    /// - Parameter vouch: Looks at what was opened, and refuses what is not the store's.
    /// - Throws: `notAvailable`, naming both files, when neither opens, as the first one has it.
    func open(
        _ records: [[UInt8]], vouch: (Keybag) throws(KeychainError) -> Void = { _ in }
    ) throws(KeychainError) -> Keybag {
        var refusal = KeychainError(.notAvailable, "\(location.databasePath): holds no keybag")
        for (index, record) in records.enumerated() {
            do throws(KeychainError) {
                let keybag = try open(record)
                try vouch(keybag)
                if index > 0 {
                    Log.tellOnce(
                        "\(location.databasePath): the keybag is damaged, its copy is used; see"
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
    /// - Throws: `notAvailable`, naming both files, when the device key is missing or another.
    func open(_ record: [UInt8]) throws(KeychainError) -> Keybag {
        try open(record, with: try deviceKey())
    }

    private func open(_ record: [UInt8], with key: DeviceKey) throws(KeychainError) -> Keybag {
        do {
            return try Keybag(record: record, deviceKey: key)
        } catch {
            throw KeychainError(
                error.code,
                "\(location.databasePath) with \(location.deviceKeyPath): \(error.detail); where the"
                    + " log of another store hides its own, security doctor --repair sets that aside"
            )
        }
    }

    /// Reads the device key of an existing store.
    ///
    /// - Throws: `notAvailable`, naming both files, when it is missing.
    func deviceKey() throws(KeychainError) -> DeviceKey {
        if let key = try file.load() { return key }
        throw KeychainError(
            .notAvailable,
            "\(location.databasePath): its device key \(location.deviceKeyPath) is missing")
    }

    /// Makes the keys of a new store, the device key first.
    @Sendable func makeNewStore() throws(KeychainError) -> Store.NewStore {
        try newStore(Keybag.create(deviceKey: try file.loadOrCreate()))
    }

    /// Makes the keys of a new store that has a passcode from the beginning, the device key first.
    func makeNewStore(
        passcode: SecretBytes, cost: PasscodeCost
    ) throws(KeychainError) -> (store: Store.NewStore, keybag: Keybag, keys: PasscodeKeys) {
        let deviceKey = try file.loadOrCreate()
        let (keybag, keys) = try Keybag.create(deviceKey: deviceKey)
            .settingPasscode(passcode, cost: cost, deviceKey: deviceKey)
        return (try newStore(keybag), keybag, keys)
    }

    private func newStore(_ keybag: Keybag) throws(KeychainError) -> Store.NewStore {
        var manifest = Manifest()
        manifest.revision = 1
        return Store.NewStore(
            keybag: keybag.record, keybagRevision: keybag.revision,
            manifest: try keybag.seal(manifest), manifestRevision: manifest.revision)
    }

    /// Makes no keys: the file was somebody's choice, and is gone.
    @Sendable func refuseNewStore() throws(KeychainError) -> Store.NewStore {
        throw KeychainError(.noSuchKeychain, "\(location.databasePath): no such keychain")
    }

    /// Chooses the keybag with which rows of a damaged file can be judged; nil: the file holds none.
    ///
    /// - Throws: `notAvailable` when there are keybags and none opens: nothing may move then.
    @Sendable func salvager(_ candidates: [[UInt8]]) throws(KeychainError) -> Store.Salvager? {
        if candidates.isEmpty { return nil }
        let key = try deviceKey()
        var refusal: KeychainError?
        for candidate in candidates {
            do {
                return try salvager(keybag: try open(candidate, with: key))
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return nil
    }

    private func salvager(keybag: Keybag) throws(KeychainError) -> Store.Salvager {
        Store.Salvager(
            keybag: keybag.record,
            accepts: { row in
                // What only waits for its class key is kept, and judged when it is opened. A row of a
                // newer format can't be judged at all: the old file keeps it.
                switch try? OpenedRow(.sealed(row), keybag: keybag, withSecret: true) {
                case .damaged, .newer: false
                case .item, .locked, nil: true
                }
            },
            manifest: { (reader, found) throws(KeychainError) in
                // What does not follow from the rows goes on, such as the settings of the store.
                let opened = found.lazy.compactMap { (record, revision) in
                    try? keybag.openManifest(record, revision: revision)
                }
                var manifest = opened.first ?? Manifest()
                manifest.startOver()
                try keybag.countAll(of: reader, in: &manifest)
                manifest.revision = (found.first?.revision ?? 0) &+ 1
                manifest.repairs += 1
                return (try keybag.seal(manifest), manifest.revision)
            },
            owns: { part in owns(part, keybag) })
    }

    private func owns(_ part: Store.Part, _ keybag: Keybag) -> Bool? {
        switch part {
        case .keybag(let record):
            return (try? open(record))?.storeIdentifier == keybag.storeIdentifier
        case .manifest(let record, let revision):
            do throws(KeychainError) {
                _ = try keybag.openManifest(record, revision: revision)
                return true
            } catch {
                // One that was sealed under a later keybag of the same store opens, and is refused.
                return error.code == .decode ? false : true
            }
        case .row(let row):
            switch try? OpenedRow(.sealed(row), keybag: keybag, withSecret: false) {
            case .item: return true
            case .damaged: return false
            case .locked, .newer, nil: return nil
            }
        }
    }
}
