// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel

extension Engine {
    /// Restores the items of an archive in one transaction. Creates the store if there is none.
    ///
    /// - Throws: as `restore` of the typed API.
    func restore(
        _ request: ArchiveRequest, _ groups: AuthorisedBackup, _ call: Call
    ) throws(KeychainError) -> RestoreTally {
        let file = try ArchiveInput(request.place)
        try call.derives(file.header.cost)
        let key = try ArchiveKey(header: file.header, passphrase: request.passphrase)
        // The whole archive is checked before the write begins, for which other writes wait.
        let archive = try Self.examine(try file.reader(key, deviceKeys: nil))
        return try write(.standard, isLong: true) {
            (transaction) throws(KeychainError) -> RestoreTally in
            let deviceKeys = try storeKeys.source.keys()
            let restoration = Restoration(
                transaction: transaction, groups: groups, withTrust: request.withTrust,
                archive: archive, progress: call.progress
            ) { () throws(KeychainError) in try file.reader(key, deviceKeys: deviceKeys) }
            return try restoration.run()
        }
    }

    /// Reads an archive to its end and checks its items.
    private static func examine(_ reader: ArchiveReader) throws(KeychainError) -> ArchiveTally {
        var seen: Set<PersistentReference> = []
        while true {
            switch try reader.next() {
            case .item(let item):
                try item.check()
                try item.checkAttributes()
                if !seen.insert(item.reference).inserted {
                    throw KeychainError(.decode, "archive: contains an item twice")
                }
            case .elsewhere: break
            case .end(let tally): return tally
            }
        }
    }
}
