import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// Writes a file that is whole or not there, which only its owner can read.
///
/// It has no name before it is whole: not even a process that is killed leaves a part of it behind.
/// Where a file system has no such files it is written under another name, which is removed again.
package final class NewArchiveFile {
    private let path: String
    private let folder: String
    package let descriptor: Int32
    /// The name it has until it is whole; nil: none.
    private var temporary: String?
    private var count = 0

    /// - Throws: `inputOutput` when something other than a file has the name, or the folder is not
    ///   there or cannot be written.
    package init(_ path: String) throws(KeychainError) {
        self.path = path
        let slash = path.lastIndex(of: "/")
        folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let status = try Self.named { () throws(SystemError) in try System.status(path) }
        if let status, status.st_mode & S_IFMT != S_IFREG {
            throw KeychainError(.inputOutput, "\(path): is there, and no regular file")
        }
        (descriptor, temporary) = try Self.open(in: folder, path)
        do throws(SystemError) {
            // The mask of the process may take bits away.
            try System.setMode(descriptor, path, 0o600)
        } catch {
            throw Self.error(error)
        }
    }

    deinit {
        System.close(descriptor)
        if let temporary { try? System.unlink(temporary) }
    }

    func append(_ bytes: [UInt8]) throws(KeychainError) {
        let at = count
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(SystemError) in try System.write(descriptor, path, at: at, buffer) }
        }
        do throws(SystemError) { try result.get() } catch { throw Self.error(error) }
        count += bytes.count
    }

    /// Begins anew with an empty file.
    func restart() throws(KeychainError) {
        count = 0
        try Self.named { () throws(SystemError) in
            try System.truncate(descriptor, path, to: 0)
        }
    }

    /// Makes the file durable, then gives it its name, in place of a file that has it.
    package func commit() throws(KeychainError) {
        try Self.named { () throws(SystemError) in
            try System.synchronize(descriptor, path)
            if temporary == nil {
                let name = Self.otherName(path)
                try System.link(descriptor: descriptor, to: name)
                temporary = name
            }
            if let name = temporary { try System.rename(name, to: path) }
            temporary = nil
            do throws(SystemError) {
                try System.synchronize(directory: folder)
            } catch  where error.number == EACCES {
                // Who may search and write a folder need not be allowed to open it.
            }
        }
    }

    private static func open(
        in folder: String, _ path: String
    ) throws(KeychainError) -> (Int32, String?) {
        // O_TMPFILE of open(2), a macro that Swift does not see.
        let nameless = 0o20000000 | O_DIRECTORY
        do throws(SystemError) {
            return (try System.open(folder, O_RDWR | nameless, followsLink: true), nil)
        } catch {
            // EISDIR: the kernel does not know them; EOPNOTSUPP: the file system does not.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else {
                throw Self.error(error)
            }
        }
        let name = otherName(path)
        let descriptor = try named { () throws(SystemError) in
            try System.open(name, O_RDWR | O_CREAT | O_EXCL)
        }
        return (descriptor, name)
    }

    private static func otherName(_ path: String) -> String {
        "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).new"
    }

    private static func named<R>(
        _ body: () throws(SystemError) -> R
    ) throws(KeychainError) -> R {
        do throws(SystemError) { return try body() } catch { throw Self.error(error) }
    }

    /// A file that cannot be written is no keychain that is not available.
    static func error(_ error: SystemError) -> KeychainError {
        let translated = error.keychainError
        return translated.code == .notAvailable
            ? KeychainError(.inputOutput, translated.detail) : translated
    }
}
