// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Reading and creating of the small files of a store: device key, mode, entitlements.
package enum SmallFile {
    /// Reads a whole file of at most `limit` bytes; nil when there is none.
    ///
    /// - Parameter check: checks the mode and owner of the open file before it is read.
    /// - Throws: `notAvailable` when the file can't be read, isn't a regular file or is larger; what
    ///   `check` throws.
    package static func read(
        _ path: String, limit: Int = 1 << 20,
        check: (stat) throws -> Void = { _ in }
    ) throws(KeychainError) -> SecretBytes? {
        try translating { try readUntranslated(path, limit: limit, check: check) }
    }

    /// Reads a file that gives rights, as ``read(_:limit:check:)``. One that can't be read gives none.
    ///
    /// - Throws: `missingEntitlement`; `notAvailable` or `allocation` while the kernel lacks descriptors or memory, which says
    ///   nothing about the rights.
    package static func readRights(
        _ path: String, limit: Int = 1 << 20, check: (stat) throws -> Void = { _ in }
    ) throws(KeychainError) -> SecretBytes? {
        do {
            return try readUntranslated(path, limit: limit, check: check)
        } catch let error as SystemError where error.isPassing {
            throw error.keychainError
        } catch {
            throw KeychainError(.missingEntitlement, KeychainError(thrown: error).detail)
        }
    }

    private static func readUntranslated(
        _ path: String, limit: Int, check: (stat) throws -> Void
    ) throws -> SecretBytes? {
        let descriptor: Int32
        do throws(SystemError) {
            // A file that is mounted into a container is often a symbolic link.
            descriptor = try System.open(path, O_RDONLY, followsLink: true)
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return nil }
            throw error
        }
        defer { System.close(descriptor) }
        let status = try System.status(descriptor, path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(.notAvailable, "\(path): not a regular file")
        }
        guard status.st_size <= limit else {
            throw KeychainError(.notAvailable, "\(path): larger than \(limit) bytes")
        }
        try check(status)
        return try SecretBytes(count: Int(status.st_size)) { buffer in
            let count = try System.read(descriptor, path, at: 0, into: buffer)
            guard count == buffer.count else {
                throw KeychainError(.notAvailable, "\(path): became shorter while it was read")
            }
        }
    }

    /// Creates a file with mode 0600. It is written under a temporary name, synchronized and then
    /// linked, so that it never appears incomplete.
    ///
    /// - Returns: false when the name exists already.
    /// - Throws: `notAvailable`, `diskFull` or `inputOutput`, naming the file.
    package static func create(_ path: String, _ contents: SecretBytes) throws(KeychainError)
        -> Bool
    {
        let folder = path.parentFolder
        let temporary = temporaryName(path)
        return try translating {
            try System.makeFolders(folder)
            try write(contents, to: temporary)
            defer { try? System.unlink(temporary) }
            do throws(SystemError) {
                // Unlike rename(), this fails if the name is taken, so that the first of two processes wins.
                try System.link(temporary, to: path)
            } catch  where error.number == EEXIST {
                return false
            }
            try System.synchronize(directory: folder)
            return true
        }
    }

    /// Writes a file in place of the one at `path`, if there is one.
    ///
    /// - Throws: as ``create(_:_:)``.
    package static func replace(
        _ path: String, _ contents: SecretBytes, mode: mode_t = 0o600
    ) throws(KeychainError) {
        let folder = path.parentFolder
        let temporary = temporaryName(path)
        try translating {
            try System.makeFolders(folder)
            try write(contents, to: temporary, mode: mode)
            do {
                try System.rename(temporary, to: path)
                try System.synchronize(directory: folder)
            } catch {
                try? System.unlink(temporary)
                throw error
            }
        }
    }

    private static func write(
        _ contents: SecretBytes, to path: String, mode: mode_t = 0o600
    ) throws(SystemError) {
        try contents.withBytes { (bytes) throws(SystemError) in
            try System.writeFile(path, bytes, mode: mode)
        }
    }

    /// Returns a name next to the final one, so that renaming stays within a file system and replaces the file at
    /// once. Each thread and process gets a different one.
    static func temporaryName(_ path: String) -> String {
        "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).new"
    }
}
