// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Secrets read from files and standard input into locked memory.
enum SecretInput {
    /// Reads standard input to its end and drops one trailing newline.
    /// It is the one that `echo` adds; a password that ends in a newline needs two.
    ///
    /// - Parameter mayBeMissing: whether no bytes are an empty secret, and not the trace of a program that failed.
    static func standardInput(mayBeMissing: Bool = true) throws(CommandFailure) -> SecretBytes {
        let all = try secret(from: STDIN_FILENO, named: "standard input")
        if all.count == 0, !mayBeMissing { throw .message("standard input: empty") }
        return all.withBytes { bytes in
            bytes.last == UInt8(ascii: "\n") ? SecretBytes(copying: bytes.dropLast()) : all
        }
    }

    /// Reads one line of standard input, and nothing after it.
    ///
    /// A second call reads the next line, as for a new password that is given twice; so nothing behind the newline is
    /// taken.
    ///
    /// - Returns: nil at the end of the input.
    /// - Throws: a message for a line that is too long, or can't be read to its end.
    static func line() throws(CommandFailure) -> SecretBytes? {
        let longest = Terminal.longestLine
        do throws(SystemError) {
            guard let line = try StandardStreams.readLine(upTo: longest) else { return nil }
            if line.count < longest { return line }
        } catch {
            throw .message("standard input: \(error.sentence)")
        }
        throw .message("standard input: the line is longer than \(longest - 1) bytes")
    }

    /// Reads the file at `path`, or standard input without one and for `-`.
    ///
    /// - Throws: a message where standard input contains the commands; otherwise as the function that reads.
    static func file(
        _ path: [UInt8]?, or session: Session, upTo limit: Int = Limits.secretBytes
    ) throws(CommandFailure) -> SecretBytes {
        if let path, path != [UInt8(ascii: "-")] { return try file(path, upTo: limit) }
        if session.isInteractive { throw .message("standard input contains the commands") }
        return try secret(from: STDIN_FILENO, named: "standard input", upTo: limit)
    }

    /// Reads a whole file of at most `limit` bytes.
    ///
    /// - Throws: a message if the file can't be opened or read, or is longer.
    static func file(
        _ path: [UInt8], upTo limit: Int = Limits.secretBytes
    ) throws(CommandFailure) -> SecretBytes {
        let name = String(decoding: path, as: UTF8.self)
        let descriptor = (path.map(CChar.init(truncatingIfNeeded:)) + [0]).withUnsafeBufferPointer {
            open($0.baseAddress!, O_RDONLY | O_CLOEXEC)
        }
        if descriptor < 0 { throw .message("\(name): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        return try secret(from: descriptor, named: name, upTo: limit)
    }

    /// Reads a descriptor to its end into locked memory, with the newline at the end if there is one.
    private static func secret(
        from descriptor: Int32, named name: String, upTo limit: Int = Limits.secretBytes
    ) throws(CommandFailure) -> SecretBytes {
        do throws(SystemError) {
            // One byte more than a secret may have, for the newline.
            if let all = try StandardStreams.read(descriptor, named: name, upTo: limit + 1) {
                return all
            }
        } catch {
            throw .message("\(name): \(error.sentence)")
        }
        throw .message("\(name): longer than \(limit) bytes")
    }
}
