// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// Exclusive access to a file that has a lock file next to it.
package enum LockedFile {
    /// Runs `body` while no other process or thread does so with the same lock file. The lock file, mode
    /// 0600, and its folder are made when they are missing, and stay.
    ///
    /// - Throws: what `body` throws; `notAvailable` when `deadline` passes, or the lock file can
    ///   neither be made nor opened.
    package static func alone<R>(
        _ path: String, deadline: Deadline, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try translating {
            try System.makeFolders(path.parentFolder)
        }
        let file = try LockFile(path)
        try file.take(.file(exclusive: true), deadline: deadline)
        defer { file.release(.file(exclusive: true)) }
        return try body()
    }

    /// Runs `body` as ``alone(_:deadline:_:)``, unless another process or thread does so now.
    ///
    /// - Returns: nil when another does.
    package static func ifFree<R>(
        _ path: String, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        let file = try LockFile(path)
        guard try file.attempt(.file(exclusive: true)) else { return nil }
        defer { file.release(.file(exclusive: true)) }
        return try body()
    }
}
