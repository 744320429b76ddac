import Glibc
import SwiftKeychainModel

/// Tells which system call failed, on which file, and the error number.
package struct SystemError: Error {
    package let call: SystemCall
    package let path: String
    package let number: Int32
    /// Looked at when it failed: what is cleaned up afterwards gives room back.
    private let lacksInodes: Bool

    init(call: SystemCall, path: String, number: Int32) {
        self.call = call
        self.path = path
        self.number = number
        lacksInodes = number == ENOSPC && Self.hasNoInodes(path)
    }

    /// The sentence of the error number, such as "Permission denied", of a call on `path`.
    static func sentence(_ number: Int32, at path: String) -> String {
        sentence(number, lacksInodes: number == ENOSPC && hasNoInodes(path))
    }

    private static func sentence(_ number: Int32, lacksInodes: Bool) -> String {
        if lacksInodes {
            return "no inodes are left on its file system, though it has room (df -i)"
        }
        // glibc keeps the buffer per thread.
        return String(cString: strerror(number))
    }

    /// Tells whether the file system of `path` takes no more files, and still has room in those
    /// that are there.
    static func hasNoInodes(_ path: String) -> Bool {
        var (path, status) = (path, statvfs())
        // A file that was not made lies nowhere: its folder does.
        while path.withPath({ statvfs($0, &status) }) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
            else { return false }
            path = String(path[..<slash])
        }
        // Some file systems have no fixed number of inodes, and say 0 of 0.
        return status.f_files > 0 && status.f_favail == 0 && status.f_bavail > 0
    }

    /// The error of the call: what is full, read-only or broken says so, the rest is not available.
    package var keychainError: KeychainError {
        let code: KeychainError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EIO: .inputOutput
            case EROFS: .readOnly
            case ENOMEM: .allocation
            default: .notAvailable
            }
        return KeychainError(
            code, "\(path): \(call.rawValue): \(Self.sentence(number, lacksInodes: lacksInodes))")
    }
}

/// Runs `body` and gives a failed system call the form of a keychain error.
package func translating<R>(_ body: () throws(SystemError) -> R) throws(KeychainError) -> R {
    do throws(SystemError) {
        return try body()
    } catch {
        throw error.keychainError
    }
}
