// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The paths of the files of a store.
///
/// | file | while |
/// |---|---|
/// | `keychain-2.db`, `-wal`, `-shm` | always; the last two are SQLite's |
/// | `keychain-2.db.building` | a store is made, rebuilt or copied |
/// | `keychain-2.db.replacement` | a repair puts a rebuilt file into place |
/// | `keychain-2.db.rewriting` | keys change |
/// | `keychain.lock`, `writer.lock` | always; `work.db` has `work.db.keychain.lock` |
package struct StorePaths: Sendable, Equatable {
    package let directory: String
    package let fileName: String
    /// Every call needs this one.
    package let database: String
    /// Whether one process keeps the store to itself (``Store/takeOwnership(deadline:)``): its calls
    /// exclude each other by a separate lock file.
    package let isOwned: Bool

    package static let standardFileName = "keychain-2.db"

    package init(directory: String, fileName: String, isOwned: Bool = false) {
        self.isOwned = isOwned
        self.directory = directory
        self.fileName = fileName
        database = directory + "/" + fileName
    }

    /// The database under construction; what a crash leaves of it isn't used.
    package var building: String { database + ".building" }
    /// A finished replacement of the database, waiting to take its place.
    package var replacement: String { Self.replacement(database) }
    /// An empty file that exists while the log may contain overwritten pages that must be removed.
    package var rewriting: String { database + ".rewriting" }

    package var lock: String { isOwned ? lockPrefix + "securityd.lock" : sharedLock }
    /// The lock file of all processes, which the owner of the store holds.
    var sharedLock: String { lockPrefix + "keychain.lock" }
    package var writerLock: String { lockPrefix + "writer.lock" }

    /// The beginning of the paths of the lock files; a store with another file name has its own.
    private var lockPrefix: String {
        directory + "/" + (fileName == Self.standardFileName ? "" : fileName + ".")
    }

    package static func log(_ database: String) -> String { database + "-wal" }
    package static func replacement(_ database: String) -> String { database + ".replacement" }
    package static func index(_ database: String) -> String { database + "-shm" }
}

/// The device and inode of a file, which distinguish files that had the same name.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt
    package let inode: UInt

    /// Reads the identity of the file at `path`; nil when there is none, or one of zero bytes.
    ///
    /// - Throws: `notAvailable` for anything but a regular file with one name. SQLite names its log
    ///   after the path it was given: programs that open one file by two names have two logs, and
    ///   lose each other's items.
    package init?(at path: String) throws(KeychainError) {
        let status = try translating { try System.status(path) }
        guard let status else { return nil }
        if let kind = Self.irregularKind(status) {
            throw KeychainError(.notAvailable, "\(path): is \(kind), not a file")
        }
        if status.st_nlink > 1 {
            throw KeychainError(
                .notAvailable,
                "\(path): has \(status.st_nlink) names (hard links); programs that use different"
                    + " ones lose each other's items: remove all names but one")
        }
        guard status.st_size > 0 else { return nil }
        self.init(status)
    }

    /// Checks that an open file, which will be written in its place, has no other name: what is written would
    /// appear in another file of the user.
    ///
    /// - Throws: `notAvailable`.
    package static func requireOneName(
        _ descriptor: Int32, _ path: String
    ) throws(KeychainError) {
        try requireOneName(translating { try System.status(descriptor, path) }, path)
    }

    /// The same for the status of a file.
    package static func requireOneName(_ status: stat, _ path: String) throws(KeychainError) {
        guard status.st_nlink > 1 else { return }
        throw KeychainError(
            .notAvailable,
            "\(path): has \(status.st_nlink) names (hard links), and would be written under all of"
                + " them: remove this one")
    }

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }

    /// Returns the kind of a file that is not a regular one; nil for a regular file.
    package static func irregularKind(_ status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFLNK: "a symbolic link"
        case S_IFDIR: "a folder"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}

extension Store {
    /// Returns whether the database file at `path` existed and is missing: its log has content, or the
    /// replacement of an interrupted repair is there.
    package static func isLost(_ path: String) -> Bool {
        func status(_ path: String) -> stat? { (try? System.status(path)) ?? nil }
        if let file = status(path), file.st_size > 0 { return false }
        if let log = status(StorePaths.log(path)), log.st_size > WriteAheadLog.headerBytes {
            return true
        }
        return status(StorePaths.replacement(path)) != nil
    }
}
