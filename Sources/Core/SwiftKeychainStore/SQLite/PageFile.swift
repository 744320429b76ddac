// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// A database file or its log, read without SQLite.
package final class PageFile {
    package let byteCount: Int
    /// The parts of the file that have data; the others are holes. Anybody who can write to the folder can make a file of
    /// terabytes that takes no space.
    package let dataRanges: [Range<Int>]
    private let descriptor: Int32
    private let path: String

    /// Opens the file at `path` for reading; nil when there is none.
    ///
    /// Closing a database drops the locks that connections of this process have on it, so it requires exclusive
    /// access and a raised generation.
    package init?(at path: String) throws(KeychainError) {
        let opened = try translating { () -> (descriptor: Int32, byteCount: Int)? in
            guard try System.status(path) != nil else { return nil }
            let descriptor = try System.open(path, O_RDONLY)
            return (descriptor, Int(try System.status(descriptor, path).st_size))
        }
        guard let opened else { return nil }
        (descriptor, byteCount) = opened
        self.path = path
        dataRanges = System.dataRanges(descriptor, count: byteCount)
    }

    deinit { _ = close(descriptor) }

    /// Returns up to `count` bytes; fewer at the end of the file.
    package func read(at offset: Int, count: Int) throws(KeychainError) -> [UInt8] {
        try translating { try System.read(descriptor, path, at: offset, count: count) }
    }
}
