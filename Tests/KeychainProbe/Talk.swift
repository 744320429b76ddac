// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain

/// Talks with the test that started this process: lines out, lines in, nothing buffered.
enum Talk {
    /// Writes one line in one call: lines of several threads and children do not mix.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(3) }
            written += count
        }
    }

    /// Says that the process is ready and waits until the test answers.
    static func awaitGo() {
        say("ready")
        if !hear() { _exit(3) }
    }

    /// Reads up to the end of a line; false when the test has closed its end.
    static func hear() -> Bool { line() != nil }

    /// Reads a line; nil when the test has closed its end.
    static func line() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }

    /// Does what the test says, a line at a time, until it closes its end.
    static func obey(_ order: ([String]) -> Void) {
        say("ready")
        while let line = line() {
            order(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// Runs `body` and says its status, and the detail of an error.
    @discardableResult
    static func report(_ body: () throws(KeychainError) -> Void) -> Bool {
        do throws(KeychainError) {
            try body()
            say("status 0")
            return true
        } catch {
            say("detail \(error.detail)")
            say("status \(error.code.rawValue)")
            return false
        }
    }
}
