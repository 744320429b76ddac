import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The device and inode of a database file, which tell files of one name apart.
package struct FileIdentity: Equatable {
    package let device: UInt
    package let inode: UInt

    /// Looks at `path`; nil when there is no file or one of zero bytes, which counts as none.
    ///
    /// - Throws: `notAvailable` for anything but a regular file with one name. SQLite names its log
    ///   after the path it was given: programs that open one file by two names have two logs, and
    ///   lose each other's items.
    package init?(at path: String) throws(KeychainError) {
        let status = try translating { () throws(SystemError) in try System.status(path) }
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
        (device, inode) = (status.st_dev, status.st_ino)
    }

    /// Names what lies at a path when it is not a regular file; nil for a regular file.
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
