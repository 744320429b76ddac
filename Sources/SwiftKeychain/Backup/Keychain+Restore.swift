import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel

extension Keychain {
    /// Brings the items of an archive back, all in one transaction or none; makes the store where
    /// there is none.
    ///
    /// Items keep their references and dates. Where an item has the reference or the primary key of
    /// one that is stored, the newer modification date wins, and what is stored where both are the
    /// same: restoring twice changes nothing. Nothing that is not in the archive is deleted. The
    /// whole archive is authenticated before the store is touched.
    ///
    /// - Parameters:
    ///   - path: a file that ``backUp(to:passphrase:progress:)`` made.
    ///   - withTrust: brings trust settings back too. Who knows the passphrase of an archive can have
    ///     written any into it, so that this user's programs would trust other certificates.
    ///   - progress: told the number of items done and of all, now and then.
    /// - Returns: what became of the items; those bound to another device, those of groups that are
    ///   not the program's, and trust settings without `withTrust` are left out and counted.
    /// - Throws: `authenticationFailed` for a wrong passphrase; `decode` for a file that is no
    ///   archive, or was cut, extended or altered; `interactionNotAllowed` while a class of its
    ///   items is locked; `inputOutput`, `missingEntitlement`, `allocation`, `notAvailable`.
    @discardableResult
    public func restore(
        from path: String, passphrase: SecretBytes, withTrust: Bool = false,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(KeychainError) -> RestoreTally {
        let groups = try authorisation().authoriseBackup(withTrust: withTrust)
        let engine = try engine()
        let file = try ArchiveFile(path)
        let key = try ArchiveKey(header: file.header, passphrase: passphrase)
        let archive = try Self.examine(try file.reader(key, deviceKey: nil))
        return try engine.write(.standard) { (transaction) throws(KeychainError) -> RestoreTally in
            let deviceKey = try StoreKeys(location: engine.location).deviceKey()
            let restoration = Restoration(
                transaction: transaction, groups: groups, withTrust: withTrust, archive: archive,
                progress: progress
            ) { () throws(KeychainError) in try file.reader(key, deviceKey: deviceKey) }
            return try restoration.run()
        }
    }

    /// Reads an archive to its end.
    private static func examine(_ reader: ArchiveReader) throws(KeychainError) -> ArchiveTally {
        var seen: Set<PersistentReference> = []
        while true {
            switch try reader.next() {
            case .item(let item):
                try item.check()
                try item.checkAttributes()
                if !seen.insert(item.reference).inserted {
                    throw KeychainError(.decode, "archive: holds one item twice")
                }
            case .elsewhere: break
            case .end(let tally): return tally
            }
        }
    }
}
