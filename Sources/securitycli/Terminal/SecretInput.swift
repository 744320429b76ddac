import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

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

    /// Reads to the end in pieces that are joined last, so that no byte remains anywhere else.
    private static func secret(
        from descriptor: Int32, named name: String
    ) throws(CommandFailure) -> SecretBytes {
        var pieces: [(bytes: SecretBytes, count: Int)] = []
        var total = 0
        while true {
            var count = 0
            var number: Int32 = 0
            let piece = SecretBytes(count: 64 << 10) { buffer in
                repeat {
                    count = read(descriptor, buffer.baseAddress!, buffer.count)
                } while count < 0 && errno == EINTR
                number = errno
            }
            if count < 0 { throw .message("\(name): \(String(cString: strerror(number)))") }
            if count == 0 { break }
            total += count
            // One byte more than a secret may have, for the newline.
            if total > Limits.secretBytes + 1 {
                throw .message("\(name): longer than \(Limits.secretBytes) bytes")
            }
            pieces.append((piece, count))
        }
        return SecretBytes(count: total) { joined in
            var used = 0
            for piece in pieces {
                piece.bytes.withBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: joined[used..<used + piece.count])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<piece.count]))
                }
                used += piece.count
            }
        }
    }
}
