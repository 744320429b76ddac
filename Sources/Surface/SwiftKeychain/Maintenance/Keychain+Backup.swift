// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

extension Keychain {
    /// Writes the items of the program's access groups to one encrypted file (Docs/reference/backup.md).
    ///
    ///     let passphrase = SecretBytes(copying: "correct horse".utf8)
    ///     let tally = try Keychain.default.backUp(to: "keychain.archive", passphrase: passphrase)
    ///     print(tally.items, tally.leftOut)
    ///
    /// It holds one moment of the store: attributes, secrets, references, dates, tombstones. Items
    /// whose class says that they stay on this device open on this device only. Items that need a
    /// passcode, lie on tokens or demand the user, and rows that don't open, are left out and counted.
    /// The file has mode 0600, replaces one of the same name, and is complete or absent.
    ///
    /// - Parameters:
    ///   - path: the file; a folder, a link or a device is refused.
    ///   - passphrase: 1 byte to 1 MiB, taken as it is.
    ///   - progress: called now and then with the number of items done and of all.
    /// - Throws: `interactionNotAllowed` while an item is locked, because a backup is complete;
    ///   `parameter` for a passphrase that is empty or too long; `noSuchKeychain` where there
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
        let archive = ArchiveRequest(.file(path), passphrase: passphrase, cost: cost)
        return try perform(.backUp(archive), progress: progress)
    }

    /// Restores the items of an archive in one transaction; makes the store if there is none.
    ///
    ///     let passphrase = SecretBytes(copying: "correct horse".utf8)
    ///     let tally = try Keychain.default.restore(
    ///         from: "keychain.archive", passphrase: passphrase)
    ///     print(tally.added, tally.replaced, tally.kept)
    ///
    /// Items keep their references and dates. Where an item has the reference or the primary key of
    /// a stored one, the newer modification date wins; on a tie, the stored item stays, so restoring
    /// twice changes nothing. Items that aren't in the archive stay. The whole archive is
    /// authenticated before the store is touched.
    ///
    /// - Parameters:
    ///   - path: a file that ``backUp(to:passphrase:progress:)`` made.
    ///   - withTrust: whether trust settings are restored too. Anyone who knows the passphrase of an
    ///     archive can have put trust settings into it, and the user's programs would obey them.
    ///   - progress: called now and then with the number of items done and of all.
    /// - Returns: what became of the items; those bound to another device, those of groups that are
    ///   not the program's, and trust settings without `withTrust` are left out and counted.
    /// - Throws: `authenticationFailed` for a wrong passphrase; `decode` for a file that isn't an
    ///   archive, or was cut, extended or altered; `interactionNotAllowed` while a class of its
    ///   items is locked; `inputOutput`, `missingEntitlement`, `allocation`, `notAvailable`.
    @discardableResult
    public func restore(
        from path: String, passphrase: SecretBytes, withTrust: Bool = false,
        progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(KeychainError) -> RestoreTally {
        let archive = ArchiveRequest(
            .file(path), passphrase: passphrase, withTrust: withTrust)
        return try perform(.restore(archive), progress: progress)
    }
}

extension Keychain {
    /// The first bytes of an archive.
    package static let archiveMagic = ArchiveHeader.magic

    /// Returns whether a file begins as an archive does; false if it can't be read.
    package static func isArchive(_ path: String) -> Bool {
        // Opening a pipe would wait for its writer.
        guard let status = try? System.status(following: path), status.st_mode & S_IFMT == S_IFREG,
            let file = try? System.open(path, O_RDONLY, followsLink: true)
        else { return false }
        defer { System.close(file) }
        return (try? System.read(file, path, at: 0, count: archiveMagic.count)) == archiveMagic
    }
}
