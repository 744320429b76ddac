// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

extension Engine {
    /// Makes an encrypted archive of the items of the caller's access groups (Docs/reference/backup.md).
    ///
    /// - Throws: as `backUp` of the typed API. No file is left behind then.
    func backUp(
        _ archive: ArchiveRequest, _ authorised: AuthorisedBackup, _ call: Call
    ) throws(KeychainError) -> Reply {
        guard try store.exists else {
            throw KeychainError(
                .noSuchKeychain, "\(location.databasePath): nothing to back up")
        }
        switch archive.place {
        case .file(let path):
            let file = try NewArchiveFile(path)
            let tally = try backUp(archive, authorised, call, to: file.append)
            try file.commit()
            return .archived(tally, [])
        case .message:
            var bytes: [UInt8] = []
            let tally = try backUp(archive, authorised, call) { (more) throws(KeychainError) in
                guard bytes.count + more.count <= ArchiveRequest.mostBytesOfMessage else {
                    throw ArchiveRequest.tooLongForMessage
                }
                bytes += more
                try call.found(bytes: more.count)
            }
            return .archived(tally, bytes)
        }
    }

    private func backUp(
        _ archive: ArchiveRequest, _ authorised: AuthorisedBackup, _ call: Call,
        to sink: @escaping ArchiveWriter.Sink
    ) throws(KeychainError) -> ArchiveTally {
        try call.derives(archive.cost)
        // Derive the key before the read begins, because this is slow on purpose.
        let key = try ArchiveKey(passphrase: archive.passphrase, cost: archive.cost)
        let view = try begin()
        let tally = try Backup(
            reader: view.reader, keybag: view.keybag, groups: authorised,
            deviceKey: try deviceKeys(of: view.keybag).new, progress: call.progress
        ).write(key, to: sink)
        view.end()
        return tally
    }
}

/// The backup of a store, as one read transaction sees it.
private struct Backup {
    let reader: StoreReader
    let keybag: Keybag
    let groups: AuthorisedBackup
    let deviceKey: DeviceKey
    let progress: Progress?

    /// What is written of a row: an item, or its count among those left out.
    private enum Part {
        case item(ArchivedItem)
        case leftOut(WritableKeyPath<ArchiveTally, Int>)
    }

    /// Writes the items of all authorised groups, and counts what can't be in an archive.
    func write(
        _ key: ArchiveKey, to sink: @escaping ArchiveWriter.Sink
    ) throws(KeychainError) -> ArchiveTally {
        let writer = try ArchiveWriter(
            key, store: keybag.storeIdentifier, deviceKey: deviceKey, to: sink)
        var leftOut = ArchiveTally()
        var (done, all) = (0, 0)
        for itemClass in ItemClass.stored { all += try reader.count(itemClass) }
        try reader.forEachRow(in: groups.groups) { stored in
            // A device of a circle can't be copied.
            if stored.sealed?.accessGroup == Caller.syncGroup { return }
            switch try part(stored) {
            case .item(let item): try writer.append(item)
            case .leftOut(let count): leftOut[keyPath: count] += 1
            }
            done += 1
            if done % 256 == 0 { progress?(done, all) }
        }
        if let damage = reader.skippedDamage { throw damage }
        return try writer.finish(leftOut)
    }

    /// Returns how a row is written: open, bound to this device, or left out and why.
    private func part(_ stored: StoredRow) throws(KeychainError) -> Part {
        let passcode = ProtectionClass.whenPasscodeSetThisDeviceOnly.rawValue
        if stored.sealed?.protection == passcode { return .leftOut(\.needPasscode) }
        switch try OpenedRow(stored, keybag: keybag) {
        case .damaged: return .leftOut(\.damaged)
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        case .locked:
            throw KeychainError(
                .interactionNotAllowed, "an item is locked: unlock the keychain to back it up")
        case .item(let item, let row):
            let token = item.stored[.tokenID]?.byteCount ?? 0
            if token > 0 || row.accessGroup == Caller.tokenGroup {
                return .leftOut(\.onTokens)
            }
            if item.accessControl.isConstrained { return .leftOut(\.constrained) }
            do throws(KeychainError) {
                let archived = ArchivedItem(item, secret: try keybag.openSecret(row))
                // Find an item that couldn't be restored now, not at the restore.
                try archived.check()
                return .item(archived)
            } catch {
                guard error.code == .decode else { throw error }
                return .leftOut(\.damaged)
            }
        }
    }
}
