// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A system call that failed, with its file and error number.
package struct SystemError: Error {
    package let call: SystemCall
    package let path: String
    package let number: Int32
    /// Whether the file system has no inodes left; determined at once, because cleanup frees inodes.
    private let lacksInodes: Bool

    package init(call: SystemCall, path: String, number: Int32) {
        self.call = call
        self.path = path
        self.number = number
        lacksInodes = number == ENOSPC && Self.hasNoInodes(path)
    }

    /// Whether the kernel lacked descriptors or memory, so that the same call may succeed a moment later.
    package var isPassing: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

    /// What happened, such as "Permission denied".
    package var sentence: String { Self.sentence(number, lacksInodes: lacksInodes) }

    /// Returns what happened, such as "Permission denied", when a call on `path` failed with `number`.
    package static func sentence(_ number: Int32, at path: String) -> String {
        sentence(number, lacksInodes: number == ENOSPC && hasNoInodes(path))
    }

    private static func sentence(_ number: Int32, lacksInodes: Bool) -> String {
        if lacksInodes {
            return "no inodes are left on its file system, though it has room (df -i)"
        }
        // glibc keeps the buffer per thread.
        return String(cString: strerror(number))
    }

    /// Returns whether the file system of `path` has room for data but not for more files.
    package static func hasNoInodes(_ path: String) -> Bool {
        var (path, status) = (path, statvfs())
        // When the file was not created, its folder is on the file system.
        while path.withPath({ statvfs($0, &status) }) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
            else { return false }
            path = String(path[..<slash])
        }
        // File systems without a fixed number of inodes report 0 of 0.
        return status.f_files > 0 && status.f_favail == 0 && status.f_bavail > 0
    }
}
