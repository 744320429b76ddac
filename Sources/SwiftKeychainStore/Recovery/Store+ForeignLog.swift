import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

extension Store {
    /// Says that the log beside the database at `path` is another database's, and what mends it.
    public static func foreignLog(_ path: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            "\(StorePaths.log(path)): the log of another database; nothing in it opens under the"
                + " keybag of \(path), which it hides; security doctor --repair sets it aside")
    }

    /// Gives the paths of what a repair moved aside, in the order of their dates.
    public func damagedFiles() -> [String] {
        let prefix = paths.fileName + ".damaged-"
        guard let folder = paths.directory.withPath({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(path: bytes.prefix { $0 != 0 })
            }
            // An index holds nothing of its own.
            if name.hasPrefix(prefix), !name.hasSuffix("-shm") { names.append(name) }
        }
        return names.sorted().map { paths.directory + "/" + $0 }
    }
}

extension Settlement {
    /// Tells whether the log beside the database is another database's.
    func isLogForeign() throws(KeychainError) -> Bool {
        guard let hands, try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes else {
            return false
        }
        // Closing the file here costs this process the locks of its idle connections to it.
        try locks.raiseGeneration()
        return try LogExamination(file: try PageFile(at: paths.database), beside: paths.database)?
            .isForeign(hands.salvager) ?? false
    }

    /// Moves the log and its index aside; the file is what is stored.
    func setLogAside() throws(KeychainError) -> String {
        let aside = try asidePath()
        try locks.raiseGeneration()
        // The connections of one process to one file share what they know of its log.
        IdlePools.shared.giveUpAll()
        try translating { () throws(SystemError) in
            for suffix in ["-shm", "-wal"]
            where try System.status(paths.database + suffix) != nil {
                try System.rename(paths.database + suffix, to: aside + suffix)
            }
            try System.synchronize(directory: paths.directory)
        }
        return StorePaths.log(aside)
    }
}
