// SPDX-License-Identifier: Apache-2.0
@preconcurrency import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// Why a question at the terminal got no answer.
package struct TerminalFailure: Error {
    package let text: String

    /// A call of the system that failed just now.
    static func system() -> TerminalFailure {
        TerminalFailure(text: "the terminal: \(String(cString: strerror(errno)))")
    }
}

/// The terminal of the process, even when input and output are redirected.
package struct Terminal: ~Copyable {
    /// The length in bytes of the longest line that a terminal delivers whole.
    package static let longestLine = 4095
    private let descriptor: Int32

    /// Opens the terminal; nil if the process has none.
    package init?() {
        descriptor = keychain_open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Asks for one line, without echo unless `echoes`.
    ///
    /// The terminal is restored in any case, including after a signal. After a stop the question is
    /// repeated.
    ///
    /// - Parameter lines: what is shown above the prompt.
    package func ask(
        _ prompt: String, below lines: [String] = [], echoes: Bool = false
    ) throws(TerminalFailure) -> SecretBytes {
        let prompt = lines.map { $0.printable + "\n" }.joined() + prompt.printable
        while true {
            var former = termios()
            guard tcgetattr(descriptor, &former) == 0 else {
                throw .system()
            }
            let signals = try SignalGuard()
            let answer = Result { () throws(TerminalFailure) in
                try ask(prompt, echoes: echoes, former, signals)
            }
            while tcsetattr(descriptor, TCSAFLUSH, &former) != 0, errno == EINTR,
                signals.caught != SIGTTOU
            {}
            // A signal that ends the program takes effect here; after one that stops it, ask again.
            signals.end()
            if let answer = try answer.get() { return answer }
        }
    }

    /// - Parameter prompt: the printable text.
    /// - Returns: nil if a signal arrived.
    private func ask(
        _ prompt: String, echoes: Bool, _ former: termios, _ signals: borrowing SignalGuard
    ) throws(TerminalFailure) -> SecretBytes? {
        var asking = former
        if !echoes { asking.c_lflag &= ~tcflag_t(ECHO | ECHONL) }
        asking.c_lflag |= tcflag_t(ICANON | ISIG)
        // TCSAFLUSH discards what was typed before the prompt, so that it isn't taken for the answer.
        guard tcsetattr(descriptor, TCSAFLUSH, &asking) == 0 else {
            if signals.caught != 0 { return nil }
            throw .system()
        }
        show(prompt)
        defer { if !echoes || signals.caught != 0 { show("\n") } }
        return try line(signals, echoes ? "answer" : "password")
    }

    /// Reads one line.
    ///
    /// - Parameter what: what the line is, for messages.
    private func line(
        _ signals: borrowing SignalGuard, _ what: String
    ) throws(TerminalFailure) -> SecretBytes? {
        var used = 0
        var isWhole = false
        let read = try SecretBytes(count: Self.longestLine + 1) { buffer throws(TerminalFailure) in
            while !isWhole, used < buffer.count, signals.wait(for: descriptor) {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[used...])
                let count = Glibc.read(descriptor, rest.baseAddress!, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { throw TerminalFailure(text: "no \(what) was entered") }
                used += count
                isWhole = buffer[used - 1] == UInt8(ascii: "\n")
            }
        }
        if signals.caught != 0 { return nil }
        // The terminal drops the rest of a longer line, so a full line may be incomplete.
        if used >= Self.longestLine {
            throw TerminalFailure(text: "the \(what) is too long for the terminal")
        }
        return read.withBytes { SecretBytes(copying: $0.prefix(used - 1)) }
    }

    private func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress!, $0.count) }
    }
}
