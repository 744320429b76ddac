// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// A new file that only its owner can read, and that appears under its name only when it is complete.
///
/// Until then the file has no name, so that a killed process leaves no part of it behind. On a file system
/// without unnamed files it has a temporary name instead.
package final class NewArchiveFile {
    private let path: String
    private let folder: String
    package let descriptor: Int32
    /// The temporary name; nil for an unnamed file.
    private var temporary: String?
    private var count = 0

    /// - Throws: `inputOutput` when something other than a regular file has the name, or the folder is
    ///   missing or can't be written.
    package init(_ path: String) throws(KeychainError) {
        self.path = path
        folder = path.parentFolder
        let status = try Self.translating { try System.status(path) }
        if let status, status.st_mode & S_IFMT != S_IFREG {
            throw KeychainError(.inputOutput, "\(path): exists and is not a regular file")
        }
        (descriptor, temporary) = try Self.open(in: folder, path)
        // The umask of the process may have cleared bits.
        try Self.translating { try System.setMode(descriptor, path, 0o600) }
    }

    deinit {
        System.close(descriptor)
        if let temporary { try? System.unlink(temporary) }
    }

    /// Writes bytes behind those written before. After an error the file is to be dropped, not committed.
    package func append(_ bytes: [UInt8]) throws(KeychainError) {
        try Self.translating {
            try bytes.withUnsafeBytes { try System.write(descriptor, path, at: count, $0) }
        }
        count += bytes.count
    }

    /// Makes the file durable, then gives it its name, replacing a file of that name.
    package func commit() throws(KeychainError) {
        try Self.translating {
            try System.synchronize(descriptor, path)
            if temporary == nil {
                let name = SmallFile.temporaryName(path)
                try System.link(descriptor: descriptor, to: name)
                temporary = name
            }
            if let name = temporary { try System.rename(name, to: path) }
            temporary = nil
            do throws(SystemError) {
                try System.synchronize(directory: folder)
            } catch  where error.number == EACCES {
                // A folder can be searchable and writable, but not readable.
            }
        }
    }

    /// Makes a file without a name in the folder (O_TMPFILE), or one with a temporary name where the file system has
    /// none without.
    private static func open(
        in folder: String, _ path: String
    ) throws(KeychainError) -> (Int32, String?) {
        // O_TMPFILE of open(2), a macro that Swift can't import.
        let nameless = 0o20000000 | O_DIRECTORY
        // Where no /proc is mounted, such a file couldn't be named later.
        if System.exists("/proc/self/fd") {
            do throws(SystemError) {
                return (try System.open(folder, O_RDWR | nameless, followsLink: true), nil)
            } catch {
                // EISDIR: not supported by the kernel; EOPNOTSUPP: not supported by the file system.
                guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else {
                    throw inputOutput(error.keychainError)
                }
            }
        }
        let name = SmallFile.temporaryName(path)
        let descriptor = try translating { try System.open(name, O_RDWR | O_CREAT | O_EXCL) }
        return (descriptor, name)
    }

    /// Runs `body` and throws a failed system call as the error of an archive.
    static func translating<R>(_ body: () throws -> R) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try SwiftKeychainModel.translating(body)
        } catch {
            throw inputOutput(error)
        }
    }

    /// Returns the error of an archive: `notAvailable`, which is about a keychain, becomes `inputOutput`.
    private static func inputOutput(_ error: KeychainError) -> KeychainError {
        error.code == .notAvailable ? KeychainError(.inputOutput, error.detail) : error
    }
}
