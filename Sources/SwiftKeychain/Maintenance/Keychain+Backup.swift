import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing

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
        try backUp(to: path, passphrase: passphrase, cost: .archive, progress: progress)
    }

    package func backUp(
        to path: String, passphrase: SecretBytes, cost: Argon2Cost,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(KeychainError) -> ArchiveTally {
        let archive = ArchiveRequest(path: path, passphrase: passphrase, cost: cost)
        guard case .archived(let tally) = try perform(.backUp(archive), progress: progress) else {
            throw Self.unexpectedReply
        }
        return tally
    }

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
        let archive = ArchiveRequest(path: path, passphrase: passphrase, withTrust: withTrust)
        guard case .restored(let tally) = try perform(.restore(archive), progress: progress) else {
            throw Self.unexpectedReply
        }
        return tally
    }
}
