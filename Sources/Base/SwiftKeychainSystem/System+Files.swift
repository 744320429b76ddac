// SPDX-License-Identifier: Apache-2.0
import Glibc

extension System {
    /// Makes a file, which must not exist, with mode 0600 whatever the umask is, and opens it to read and write.
    package static func makeFile(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = try open(path, O_RDWR | O_CREAT | O_EXCL)
        do throws(SystemError) {
            try setMode(descriptor, path, 0o600)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Writes a new file, which must not exist, and synchronizes it. If that fails, the file is removed.
    package static func writeFile(
        _ path: String, _ contents: UnsafeRawBufferPointer, mode: mode_t = 0o600
    ) throws(SystemError) {
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(descriptor) }
        do throws(SystemError) {
            // The umask of the process may have cleared bits.
            try setMode(descriptor, path, mode)
            try write(descriptor, path, at: 0, contents)
            try synchronize(descriptor, path)
        } catch {
            try? unlink(path)
            throw error
        }
    }
}

extension stat {
    /// Returns whether both are of one file, by device and inode.
    package func isOfSameFile(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino
    }
}
