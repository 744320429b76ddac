// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The words of each line of small files, which are read again when they have changed.
enum RememberedLines {
    private struct Entry {
        let status: Status
        let lines: [[String]]
    }

    /// What changes with a file.
    private struct Status: Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init(_ status: stat) {
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }
    }

    /// How long ago a file must have changed: of two changes within a tick of the file system's clock, the
    /// second isn't noticed.
    private static let leastSeconds = 2
    /// The most files, since a program may use any number of stores.
    private static let most = 64
    private static let known = Mutex<[String: Entry]>([:])

    /// Returns the words of each line; nil where there is no file.
    ///
    /// - Throws: `notAvailable` when the file can't be read, or isn't text.
    static func of(_ path: String) throws(KeychainError) -> [[String]]? {
        var file = stat()
        let number = path.withPath { stat($0, &file) == 0 ? 0 : errno }
        if number == ENOENT { return nil }
        let status = number == 0 ? Status(file) : nil
        // Not waited for: after fork(), a thread that the child doesn't have may hold the lock.
        let entry = known.withLockIfAvailable { $0[path] } ?? nil
        if let entry, entry.status == status { return entry.lines }
        guard let lines = try read(path) else { return nil }
        if let status, Int(time(nil)) - status.seconds >= leastSeconds {
            known.withLockIfAvailable {
                if $0.count >= most { $0 = [:] }
                $0[path] = Entry(status: status, lines: lines)
            }
        }
        return lines
    }

    private static func read(_ path: String) throws(KeychainError) -> [[String]]? {
        guard let bytes = try SmallFile.read(path, limit: 4096) else { return nil }
        guard let text = bytes.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw KeychainError(.notAvailable, "\(path): not text")
        }
        return text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).map(String.init)
        }
    }
}
