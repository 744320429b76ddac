// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// The standard streams of a command.
package enum StandardStreams {
    /// Opens closed standard descriptors, makes failed writes return errors, and lets a child be waited for.
    ///
    /// The next file that is opened, such as the store, would otherwise get the number of a closed
    /// descriptor and receive what is printed.
    package static func prepare() {
        for descriptor: Int32 in [0, 1, 2] where fcntl(descriptor, F_GETFD) < 0 {
            // In the wrong direction, so that reading or writing fails with EBADF, as with a closed descriptor.
            _ = keychain_open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY, 0)
        }
        // Report a closed pipe as a write error, so that no command is killed halfway.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that would exceed the limit on file sizes.
        signal(SIGXFSZ, SIG_IGN)
        // A parent may have ignored it. The kernel then drops the exit status of each child.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Reads to the end.
    ///
    /// - Returns: nil if there are more than `limit` bytes.
    package static func read(
        _ descriptor: Int32, named name: String, upTo limit: Int
    ) throws(SystemError) -> SecretBytes? {
        try SecretBytes.collect(upTo: limit) { buffer throws(SystemError) in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
                if count >= 0 { return count }
                guard errno == EINTR else {
                    throw SystemError(call: .pread, path: name, number: errno)
                }
            }
        }
    }

    /// Reads one line byte by byte, and nothing after it. Waits on a descriptor that doesn't block.
    ///
    /// - Returns: the line without its newline, or its first `limit` bytes; nil if nothing can be read.
    /// - Throws: if reading fails within a line: the beginning of a password isn't the password.
    package static func readLine(
        from descriptor: Int32 = STDIN_FILENO, upTo limit: Int
    ) throws(SystemError) -> SecretBytes? {
        var used = 0
        var isAtEnd = false
        let bytes = try SecretBytes(count: limit) { buffer throws(SystemError) in
            while !isAtEnd, used < buffer.count {
                let count = Glibc.read(descriptor, buffer.baseAddress! + used, 1)
                let number = errno
                if count < 0, number == EINTR { continue }
                if count < 0, number == EAGAIN {
                    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&waited, 1, -1)
                    continue
                }
                if count < 0, used > 0 {
                    throw SystemError(call: .pread, path: "standard input", number: number)
                }
                isAtEnd = count <= 0
                if isAtEnd || buffer[used] == UInt8(ascii: "\n") { return }
                used += 1
            }
        }
        if isAtEnd, used == 0 { return nil }
        return bytes.withBytes { SecretBytes(copying: $0.prefix(used)) }
    }

    /// Writes one line to standard error, with unprintable characters as `\ooo`. Write errors are
    /// ignored.
    package static func writeError(_ text: String) {
        let output = DescriptorOutput(descriptor: STDERR_FILENO)
        output.write(text.printable + "\n")
        _ = output.finish()
    }
}
