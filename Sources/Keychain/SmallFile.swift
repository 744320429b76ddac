import CLinux
import Glibc
import KeychainMemory
import KeychainModel

/// Reads and makes the small files around a store: device key, mode, entitlements.
enum SmallFile {
    /// Reads a whole file of at most `limit` bytes; nil when there is none.
    ///
    /// - Throws: `notAvailable` when it cannot be read, is no regular file or is larger.
    static func read(_ path: String, limit: Int = 1 << 20) throws(KeychainError) -> SecretBytes? {
        let descriptor = keychain_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure(path, "cannot be opened")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(.notAvailable, "\(path): not a regular file")
        }
        guard status.st_size <= limit else {
            throw KeychainError(.notAvailable, "\(path): larger than \(limit) bytes")
        }
        return try SecretBytes(count: Int(status.st_size)) {
            (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            var filled = 0
            while filled < buffer.count {
                let count = Glibc.read(
                    descriptor, buffer.baseAddress! + filled, buffer.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(path, "cannot be read") }
                filled += count
            }
        }
    }

    /// Makes a file with mode 0600 that is whole or not there: written aside, synced, then linked.
    ///
    /// - Returns: false when a file of that name is there already.
    /// - Throws: `notAvailable`, `diskFull` or `inputOutput`, naming the file.
    static func create(_ path: String, _ contents: SecretBytes) throws(KeychainError) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try makeFolders(folder)
        // Two threads may be at it as well as two processes: each needs a name of its own.
        let temporary = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).new"
        let descriptor = keychain_open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(temporary, "cannot be made") }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        guard fchmod(descriptor, 0o600) == 0 else { throw failure(temporary, "cannot be made") }
        try contents.withBytes { (buffer: UnsafeRawBufferPointer) throws(KeychainError) in
            var written = 0
            while written < buffer.count {
                let count = write(
                    descriptor, buffer.baseAddress! + written, buffer.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(temporary, "cannot be written") }
                written += count
            }
        }
        guard fsync(descriptor) == 0 else { throw failure(temporary, "cannot be synced") }
        guard link(temporary, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure(path, "cannot be made")
        }
        try sync(folder: folder)
        return true
    }

    /// Makes a folder and those above it that are missing, for the user alone.
    static func makeFolders(_ path: String) throws(KeychainError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw failure(path, "cannot be made")
        }
        try makeFolders(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure(path, "cannot be made")
        }
    }

    private static func sync(folder: String) throws(KeychainError) {
        let descriptor = keychain_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw failure(folder, "cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder, "cannot be synced") }
    }

    private static func failure(_ path: String, _ what: String) -> KeychainError {
        let reason = String(cString: strerror(errno))
        let code: KeychainError.Code =
            switch errno {
            case ENOSPC, EDQUOT: .diskFull
            case EIO: .inputOutput
            default: .notAvailable
            }
        return KeychainError(code, "\(path): \(what): \(reason)")
    }
}
