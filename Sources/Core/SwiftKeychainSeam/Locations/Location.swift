// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The location of a store and of its device key.
///
/// The two are in different folders, so that a copy of the store's folder doesn't contain its key.
public struct Location: Sendable, Hashable {
    /// The folder of the database and its lock files.
    public let directory: String
    /// The name of the database file in that folder.
    public let fileName: String
    public let databasePath: String
    public let deviceKeyPath: String
    /// Whether the file must exist and be a keychain, because the user chose it. It is never created.
    public let mustExist: Bool

    public static let standardFileName = "keychain-2.db"

    public init(
        directory: String, fileName: String = standardFileName, deviceKeyPath: String,
        mustExist: Bool = false
    ) {
        self.directory = directory
        self.fileName = fileName
        databasePath = (directory == "/" ? "" : directory) + "/" + fileName
        self.deviceKeyPath = deviceKeyPath
        self.mustExist = mustExist
    }

    /// The file, next to the user's own store, that is locked while the search list changes.
    package static let searchListLockName = "search-list.lock"

    /// The folder next to a store with what the devices of its circle say.
    package static let syncFolderName = "sync"

    /// The names of other files in the folder of the user's own store.
    private static let reservedNames: Set<String> = [
        searchListLockName, "mode", "keychain.lock", "securityd.lock", "writer.lock",
        "passcode.attempts", "lock-epochs", "anchor.lock", syncFolderName,
    ]

    /// The endings of the files that belong to a keychain.
    private static let reservedEndings = [
        "-wal", "-shm", "-journal", ".building", ".replacement", ".rewriting", ".lock",
        ".passcode.attempts", ".lock-epochs",
    ]

    /// Returns whether no keychain may be made with this name: its file could be the log, the lock or another file of
    /// another keychain.
    package static func isReserved(_ name: String) -> Bool {
        reservedNames.contains(name) || reservedEndings.contains(where: name.hasSuffix)
    }

    /// Whether the name or the path is too long for a new keychain, some of whose files couldn't be made.
    package var isTooLong: Bool {
        fileName.pathBytes.count > Self.longestName
            || databasePath.pathBytes.count > Self.longestPath
    }

    /// The longest name of a new keychain, in bytes: file systems take 255, of which the longest ending has 31, that of
    /// the log of the second file that a repair moves aside in one second.
    package static let longestName = 224
    /// The longest path of a new keychain, in bytes: SQLite takes 512 with the ending `.building-journal`.
    package static let longestPath = 495

    /// Makes a location below one folder: `home/keychains/keychain-2.db` and `home/state/device.key`.
    public init(home: String) {
        func path(_ name: String) -> String {
            home.utf8.first == UInt8(ascii: "/") ? (home + name).plainPath : home + name
        }
        self.init(directory: path("/keychains"), deviceKeyPath: path("/state/device.key"))
    }

    /// Whether the name of the database file exists and isn't a file of zero bytes.
    ///
    /// - Throws: `notAvailable` when a folder of the path can't be searched.
    package var exists: Bool {
        get throws(KeychainError) {
            do throws(SystemError) {
                guard let status = try System.status(databasePath) else { return false }
                return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
            } catch {
                if error.number == ENOTDIR { return false }
                throw error.keychainError
            }
        }
    }

    /// Checks that the folder, if there is one, isn't another user's, whom a file that is made in it would lock out.
    ///
    /// - Throws: `notAvailable`. A folder of root's is accepted, as its device key is.
    package func requireOwnFolder() throws(KeychainError) {
        guard let status = try? System.status(following: directory),
            status.st_uid != geteuid(), status.st_uid != 0
        else { return }
        throw KeychainError(.notAvailable, "\(directory): belongs to user \(status.st_uid)")
    }

    /// Returns the path of a small file next to the database. Each store in a folder has its own files.
    package func beside(_ name: String) -> String {
        directory + "/" + (fileName == Self.standardFileName ? "" : fileName + ".") + name
    }

    /// The user's own store in the same folder.
    package var standard: Location {
        Location(directory: directory, deviceKeyPath: deviceKeyPath)
    }

    /// Returns the location of another store that shares the device key of this one.
    ///
    /// A name without a slash is a file next to this store; a relative path starts at the folder that is
    /// current now.
    public func sibling(_ path: String) -> Location { sibling(path, mustExist: false) }

    /// Returns the store at a path, with the same device key. A name without a slash is in the same folder.
    package func sibling(_ path: String, mustExist: Bool) -> Location {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return Location(
                directory: directory, fileName: path, deviceKeyPath: deviceKeyPath,
                mustExist: mustExist)
        }
        return Location(
            directory: Self.absolute(folder: String(path[..<slash])),
            fileName: String(path[path.utf8.index(after: slash)...]),
            deviceKeyPath: deviceKeyPath, mustExist: mustExist)
    }
}

extension Location {
    /// Compares the bytes of the paths: strings in different normal forms are equal, but name two files.
    public static func == (left: Location, right: Location) -> Bool {
        left.databasePath.hasSameBytes(as: right.databasePath)
            && left.deviceKeyPath.hasSameBytes(as: right.deviceKeyPath)
            && left.mustExist == right.mustExist
    }

    public func hash(into hasher: inout Hasher) {
        var path = databasePath
        path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Location {
    /// Returns the location of the user's own store: from `$KEYCHAIN_HOME`, else `$XDG_DATA_HOME` and
    /// `$XDG_STATE_HOME`, else the home folder. In a process with raised privileges, variables are
    /// ignored and the user database names the home folder.
    ///
    /// - Throws: `notAvailable` when there is no home folder.
    package static func ofEnvironment() throws(KeychainError) -> Location {
        if let home = Environment.value("KEYCHAIN_HOME") {
            return Location(home: try absolute(home: home))
        }
        return try translating {
            let data =
                try Environment.absolutePath("XDG_DATA_HOME") ?? homeFolder() + "/.local/share"
            let state =
                try Environment.absolutePath("XDG_STATE_HOME") ?? homeFolder() + "/.local/state"
            return Location(
                directory: data + "/keychains", deviceKeyPath: state + "/keychains/device.key")
        }
    }

    /// Makes `$KEYCHAIN_HOME` absolute. Unlike in other paths, a name without a slash is one in the current folder.
    private static func absolute(home path: String) throws(KeychainError) -> String {
        if path.hasPrefix("/") { return path }
        guard let current = currentFolder else {
            throw KeychainError(
                .notAvailable, "KEYCHAIN_HOME: relative, and the current folder is gone")
        }
        return current + "/" + path
    }

    /// Makes the path of a folder absolute, so that it stays valid when the process changes its folder, and gives it one
    /// spelling, so that no file is taken for two.
    private static func absolute(folder: String) -> String {
        var path = folder
        if let first = folder.utf8.first, first != UInt8(ascii: "/") {
            guard let current = currentFolder else { return folder }
            path = current + "/" + folder
        }
        path = path.plainPath
        // Only the file system knows what is above a link.
        guard (path + "/").utf8.contains(part: "/../".utf8) else { return path }
        return (try? System.resolve(path)) ?? path
    }

    private static var currentFolder: String? {
        guard let current = getcwd(nil, 0) else { return nil }
        defer { free(current) }
        return String(path: current)
    }

    /// Returns `$HOME` if it is absolute, else the folder of the effective user in the user database.
    ///
    /// - Throws: `notAvailable` when neither names one.
    package static func homeFolder() throws(KeychainError) -> String {
        if let home = Environment.absolutePath("HOME") { return home }
        guard let folder = accountFolder(of: geteuid()) else {
            throw KeychainError(
                .notAvailable,
                "no home folder: set HOME or KEYCHAIN_HOME (user \(geteuid()) has no entry)")
        }
        return folder
    }

    /// Returns the home folder of a user in the user database; nil for a user without an entry, and for one whose entry
    /// is longer than 16 KiB or has a relative folder.
    package static func accountFolder(of user: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let folder = entry.pw_dir, folder[0] == CChar(UInt8(ascii: "/"))
        else { return nil }
        return String(path: folder)
    }
}
