import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore

extension Keychain {
    /// Writes the items of the program's access groups to one encrypted file (Docs/backup.md).
    ///
    /// It holds one moment of the store: attributes, secrets, references, dates, tombstones. Items
    /// whose class says that they stay on this device open on this device only. Left out and
    /// counted are items that need a passcode, lie on tokens or demand a person, and rows that do
    /// not open. The file has mode 0600, takes the place of one with its name, and is whole or not
    /// there.
    ///
    /// - Parameters:
    ///   - path: the file; a folder, a link or a device is refused.
    ///   - passphrase: 1 byte to 1 MiB, taken as it is.
    ///   - progress: told the number of items done and of all, now and then.
    /// - Throws: `interactionNotAllowed` while an item is locked: a backup is of everything;
    ///   `parameter` for an empty passphrase or one that is too long; `noSuchKeychain` where there
    ///   is no store; `missingEntitlement`, `inputOutput`, `diskFull`, `allocation`,
    ///   `notAvailable`. No file is left behind then.
    @discardableResult
    public func backUp(
        to path: String, passphrase: SecretBytes,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(KeychainError) -> ArchiveTally {
        try backUp(to: path, passphrase: passphrase, cost: .standard, progress: progress)
    }

    package func backUp(
        to path: String, passphrase: SecretBytes, cost: ArchiveCost,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(KeychainError) -> ArchiveTally {
        let authorised = try authorisation().authoriseBackup()
        let engine = try engine()
        guard try engine.store.exists else {
            throw KeychainError(
                .noSuchKeychain, "\(engine.location.databasePath): nothing to back up")
        }
        let file = try NewArchiveFile(path)
        // Slow on purpose, and nobody has to wait for it.
        var key = try ArchiveKey(passphrase: passphrase, cost: cost)
        var hasBegun = false
        let tally = try engine.read(.standard) {
            (reader, keybag) throws(KeychainError) -> ArchiveTally in
            if hasBegun {
                // The file changed under an open connection. A key seals one stream and no other.
                key = try ArchiveKey(passphrase: passphrase, cost: cost)
                try file.restart()
            }
            hasBegun = true
            return try Backup(
                reader: reader, keybag: keybag, groups: authorised,
                deviceKey: try StoreKeys(location: engine.location).deviceKey(),
                progress: progress
            ).write(key, to: file)
        }
        try file.commit()
        return tally
    }
}

/// Writes one moment of a store to an archive.
private struct Backup {
    let reader: StoreReader
    let keybag: Keybag
    let groups: AuthorisedBackup
    let deviceKey: DeviceKey
    let progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

    /// Tells what becomes of a row.
    private enum Part {
        case item(ArchivedItem)
        case leftOut(WritableKeyPath<ArchiveTally, Int>)
    }

    func write(_ key: ArchiveKey, to file: NewArchiveFile) throws(KeychainError) -> ArchiveTally {
        let writer = try ArchiveWriter(
            key, store: keybag.storeIdentifier, deviceKey: deviceKey, to: file.append)
        var leftOut = ArchiveTally()
        var (done, all) = (0, 0)
        for itemClass in ItemClass.stored { all += try reader.count(itemClass) }
        try reader.forEachRow(in: groups.groups) { (stored, _) throws(KeychainError) in
            switch try part(stored) {
            case .item(let item): try writer.append(item)
            case .leftOut(let count): leftOut[keyPath: count] += 1
            }
            done += 1
            if done % 256 == 0 { progress?(done, all) }
        }
        if let damage = reader.passedOver { throw damage }
        return try writer.finish(leftOut)
    }

    private func part(_ stored: StoredRow) throws(KeychainError) -> Part {
        let passcode = ProtectionClass.whenPasscodeSetThisDeviceOnly.rawValue
        if case .sealed(let row) = stored, row.protection == passcode {
            return .leftOut(\.needPasscode)
        }
        switch try OpenedRow(stored, keybag: keybag, withSecret: false) {
        case .damaged: return .leftOut(\.damaged)
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        case .locked:
            throw KeychainError(
                .interactionNotAllowed, "an item is locked: unlock the keychain to back it up")
        case .item(let item, let row):
            let token = item.stored[.tokenID]?.byteCount ?? 0
            if token > 0 || row.accessGroup == Authorisation.tokenGroup {
                return .leftOut(\.onTokens)
            }
            if item.accessControl.isConstrained { return .leftOut(\.constrained) }
            do throws(KeychainError) {
                let archived = ArchivedItem(item, secret: try keybag.openSecret(row))
                // What could not be restored is told now.
                try archived.check()
                return .item(archived)
            } catch {
                guard error.code == .decode else { throw error }
                return .leftOut(\.damaged)
            }
        }
    }
}
