import SwiftKeychainModel
import SwiftKeychainSystem

/// Lets one process and one thread at a time change a file that has a lock file beside it.
package enum LockedFile {
    /// Runs `body` while nobody else does so with the same lock file, which is made, mode 0600, in
    /// a folder that is made, too, where there is none, and stays.
    ///
    /// - Throws: what `body` throws; `notAvailable` when `deadline` passes, or the lock file can
    ///   neither be made nor opened.
    package static func alone<R>(
        _ path: String, deadline: Deadline, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try translating { () throws(SystemError) in
            try StoreFolder.make(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        }
        let file = try LockFile(path)
        try file.take(.file(exclusive: true), deadline: deadline)
        defer { file.release(.file(exclusive: true)) }
        return try body()
    }
}
