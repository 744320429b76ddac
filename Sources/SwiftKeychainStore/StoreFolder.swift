import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Makes and judges the folder a store lies in.
package enum StoreFolder {
    /// Gives the folder with symbolic links followed, made with its parents, mode 0700, when absent.
    ///
    /// - Throws: `notAvailable` on a network file system: a write-ahead log needs shared memory.
    static func prepare(_ paths: StorePaths) throws(KeychainError) -> StorePaths {
        let path = paths.directory
        try translating { () throws(SystemError) in try make(path) }
        let resolved = try translating { () throws(SystemError) in try System.resolve(path) }
        if let name = try NetworkFileSystem.name(at: resolved) {
            throw KeychainError(
                .notAvailable,
                "\(resolved): lies on \(name), where processes of several machines cannot share it")
        }
        return StorePaths(directory: resolved, fileName: paths.fileName)
    }

    /// Makes a folder and those above it, each durable before anything is put into it.
    package static func make(_ path: String) throws(SystemError) {
        if path.isEmpty || path.withPath({ access($0, F_OK) }) == 0 { return }
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try make(parent)
        do throws(SystemError) {
            try System.makeDirectory(path)
        } catch  where error.number == EEXIST {
            return  // Another process was here first.
        }
        do throws(SystemError) {
            try System.synchronize(directory: parent.isEmpty ? "/" : parent)
        } catch  where error.number == EACCES {
            // Who may search and write a folder need not be allowed to open it.
        }
    }
}
