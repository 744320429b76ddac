// SPDX-License-Identifier: Apache-2.0
import Glibc

extension System {
    /// Writes a new file, which must not exist, and synchronizes it. If that fails, the file is removed.
    package static func writeFile(
        _ path: String, _ contents: UnsafeRawBufferPointer, mode: mode_t = 0o600
    ) throws(SystemError) {
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_EXCL)
        do throws(SystemError) {
            // The umask of the process may have cleared bits.
            try setMode(descriptor, path, mode)
            try write(descriptor, path, at: 0, contents)
            try synchronize(descriptor, path)
        } catch {
            close(descriptor)
            try? unlink(path)
            throw error
        }
        do throws(SystemError) {
            try close(descriptor, path)
        } catch {
            try? unlink(path)
            throw error
        }
    }
}
