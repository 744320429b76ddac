// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The bytes of a database file, without those of its log.
package final class PageFile {
    package let byteCount: Int
    /// The parts of the file that have data; the others are holes. Anybody who can write to the folder can make a file of
    /// terabytes that takes no space.
    package let dataRanges: [Range<Int>]
    private let body: (_ offset: Int, _ count: Int) throws(KeychainError) -> [UInt8]
    private var descriptor: Int32?

    /// Opens the file at `path` for reading; nil when there is none.
    ///
    /// Closing it drops the locks that connections of this process have on it, so it requires exclusive
    /// access and a raised generation.
    package init?(at path: String) throws(KeychainError) {
        guard let file = try Self.open(path) else { return nil }
        byteCount = try translating {
            Int(try System.status(file.descriptor, file.path).st_size)
        }
        body = { (offset, count) throws(KeychainError) in
            try Self.read(file, at: offset, count: count)
        }
        descriptor = file.descriptor
        dataRanges = System.dataRanges(file.descriptor, count: byteCount)
    }

    /// Reads through the open file of a connection, whose locks stay as they are.
    ///
    /// Valid while `database` is open; nil when SQLite doesn't expose the file.
    package init?(of database: Database) {
        let size = keychain_sqlite3_file_size(database.handle)
        guard size >= 0 else { return nil }
        byteCount = Int(size)
        dataRanges = [0..<byteCount]
        let (path, handle) = (database.path, database.handle)
        body = { (offset, count) throws(KeychainError) in
            var code = SQLITE_OK
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                code = keychain_sqlite3_file_read(
                    handle, buffer.baseAddress, Int32(count), Int64(offset))
                // SQLite fills the rest of a short read with zeros.
                filled = count
            }
            if code == SQLITE_OK { return bytes }
            guard code & 0xff == SQLITE_IOERR, code >> 8 == 2 else {
                throw KeychainError(.inputOutput, "\(path): cannot be read")
            }
            return Array(bytes.prefix(max(0, Int(size) - offset)))
        }
    }

    deinit {
        if let descriptor { _ = close(descriptor) }
    }

    /// Returns up to `count` bytes; fewer at the end of the file.
    package func read(at offset: Int, count: Int) throws(KeychainError) -> [UInt8] {
        try body(offset, count)
    }

    /// Opens a file for reading; nil if there is none.
    package static func open(_ path: String) throws(KeychainError) -> (
        descriptor: Int32, path: String
    )? {
        let descriptor = try translating { () -> Int32? in
            try System.status(path) == nil ? nil : try System.open(path, O_RDONLY)
        }
        return descriptor.map { ($0, path) }
    }

    package static func read(
        _ file: (descriptor: Int32, path: String), at offset: Int, count: Int
    ) throws(KeychainError) -> [UInt8] {
        try translating {
            try System.read(file.descriptor, file.path, at: offset, count: count)
        }
    }
}
