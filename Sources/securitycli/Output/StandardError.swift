import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Writes to standard error at once; a failure there can be told to nobody.
enum StandardError {
    static let descriptor = STDERR_FILENO
    static let isTerminal = isatty(descriptor) == 1

    /// Writes one line. What is unprintable in it, as in the name of a file, is shown as `\ooo`.
    static func line(_ text: String) {
        write(text.printable + "\n")
    }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(STDERR_FILENO, rest.baseAddress!, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
