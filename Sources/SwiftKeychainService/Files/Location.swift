import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The place of a store and of its device key.
///
/// The two folders differ on purpose: a copy of the store's folder does not carry its key.
public struct Location: Sendable, Hashable {
    /// Folder of the database and its lock files.
    public let directory: String
    /// Name of the database file in that folder.
    public let fileName: String
    public let databasePath: String
    public let deviceKeyPath: String
    /// The file is the user's choice: it is never made where it is missing, and must be a keychain.
    public let mustExist: Bool

    public static let standardFileName = "keychain-2.db"

    public init(
        directory: String, fileName: String = standardFileName, deviceKeyPath: String,
        mustExist: Bool = false
    ) {
        self.directory = directory
        self.fileName = fileName
        databasePath = directory + "/" + fileName
        self.deviceKeyPath = deviceKeyPath
        self.mustExist = mustExist
    }

    /// Names of other files in the folder of the user's own store.
    package static let reservedNames: Set<String> = [
        KeychainListFile.lockFileName, "mode", "keychain.lock", "writer.lock", "passcode.attempts",
        "lock-epochs",
    ]

    /// Places both below one folder: `home/keychains/keychain-2.db` and `home/state/device.key`.
    public init(home: String) {
        self.init(directory: home + "/keychains", deviceKeyPath: home + "/state/device.key")
    }

    /// Tells whether something has the name of the database file; a file of zero bytes counts as
    /// nothing.
    ///
    /// - Throws: `notAvailable` when a folder on the way can't be searched.
    var exists: Bool {
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

    /// Tells whether there is a store to examine or to mend: also where the file was lost and its log
    /// is there, or where a repair was interrupted after it had moved the file.
    var hasStore: Bool {
        get throws(KeychainError) { try exists ? true : Store.isLost(databasePath) }
    }

    /// Names a small file that lies beside the database; a store that is not the folder's own one
    /// has files of its own.
    func beside(_ name: String) -> String {
        directory + "/" + (fileName == Self.standardFileName ? "" : fileName + ".") + name
    }

    /// Gives the location of another store file that shares the device key of this one.
    ///
    /// A name without a slash lies beside this store; a relative path begins at the current folder,
    /// as it is now.
    public func sibling(_ path: String) -> Location { sibling(path, mustExist: false) }

    package func sibling(_ path: String, mustExist: Bool) -> Location {
        let path = Self.absolute(path)
        guard let slash = path.lastIndex(of: "/") else {
            return Location(
                directory: directory, fileName: path, deviceKeyPath: deviceKeyPath,
                mustExist: mustExist)
        }
        let directory = path[..<slash]
        return Location(
            directory: directory.isEmpty ? "/" : String(directory),
            fileName: String(path[path.index(after: slash)...]), deviceKeyPath: deviceKeyPath,
            mustExist: mustExist)
    }
}

extension Location {
    /// Paths are equal when their bytes are: text in two normal forms is equal, and names two files.
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
    /// Reads the environment: `$KEYCHAIN_HOME`, else `$XDG_DATA_HOME` and `$XDG_STATE_HOME`, else
    /// the home folder. A process with raised privileges reads no variable, only the user database.
    ///
    /// - Throws: `notAvailable` when nothing names a home folder.
    package static func ofEnvironment() throws(KeychainError) -> Location {
        if let home = Environment.value("KEYCHAIN_HOME") {
            return Location(home: try absolute(home: home))
        }
        let data: String
        if let folder = Environment.absolutePath("XDG_DATA_HOME") {
            data = folder
        } else {
            data = try homeFolder() + "/.local/share"
        }
        let state: String
        if let folder = Environment.absolutePath("XDG_STATE_HOME") {
            state = folder
        } else {
            state = try homeFolder() + "/.local/state"
        }
        return Location(
            directory: data + "/keychains", deviceKeyPath: state + "/keychains/device.key")
    }

    private static func absolute(home path: String) throws(KeychainError) -> String {
        if path.hasPrefix("/") { return path }
        guard let current = currentFolder else {
            throw KeychainError(.notAvailable, "KEYCHAIN_HOME: relative, in a folder that is gone")
        }
        return current + "/" + path
    }

    /// Gives a path that stays the same when the process changes its folder; a name is left alone.
    private static func absolute(_ path: String) -> String {
        guard path.contains("/"), !path.hasPrefix("/"), let current = currentFolder else {
            return path
        }
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        return (current == "/" ? "" : current) + "/" + rest
    }

    private static var currentFolder: String? {
        guard let current = getcwd(nil, 0) else { return nil }
        defer { free(current) }
        return String(path: current)
    }

    private static func homeFolder() throws(KeychainError) -> String {
        if let home = Environment.absolutePath("HOME") { return home }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let folder = entry.pw_dir, folder[0] == CChar(UInt8(ascii: "/"))
        else {
            throw KeychainError(
                .notAvailable,
                "no home folder: set HOME or KEYCHAIN_HOME (user \(geteuid()) has no entry)")
        }
        return String(path: folder)
    }
}
