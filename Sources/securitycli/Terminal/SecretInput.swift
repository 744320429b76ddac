import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Secrets read from files and standard input into locked memory.
enum SecretInput {
    /// Reads standard input to its end and drops one trailing newline.
    static func standardInput() throws(CommandFailure) -> SecretBytes {
        let all = try secret(from: STDIN_FILENO, named: "standard input")
        return all.withBytes { bytes in
            bytes.last == UInt8(ascii: "\n") ? SecretBytes(copying: bytes.dropLast()) : all
        }
    }

    /// Reads a whole file.
    static func file(_ path: [UInt8]) throws(CommandFailure) -> SecretBytes {
        let name = String(decoding: path, as: UTF8.self)
        let descriptor = (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
            open($0.baseAddress!, O_RDONLY | O_CLOEXEC)
        }
        if descriptor < 0 { throw .message("\(name): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        return try secret(from: descriptor, named: name)
    }

    private static func secret(
        from descriptor: Int32, named name: String
    ) throws(CommandFailure) -> SecretBytes {
        do throws(SystemError) {
            // One byte more than a secret may have, for the newline.
            if let all = try StandardStreams.read(
                descriptor, named: name, upTo: Limits.secretBytes + 1)
            {
                return all
            }
        } catch {
            throw .message("\(name): \(error.sentence)")
        }
        throw .message("\(name): longer than \(Limits.secretBytes) bytes")
    }
}
