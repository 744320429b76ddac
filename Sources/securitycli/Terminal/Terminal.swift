@preconcurrency import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Talks with a person at the terminal of the process, wherever input and output are led.
struct Terminal: ~Copyable {
    /// Bytes of the longest line that a terminal hands over whole.
    private static let longestLine = 4095
    private let descriptor: Int32

    /// Opens the terminal.
    init() throws(CommandFailure) {
        descriptor = keychain_open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
        if descriptor < 0 {
            throw .said("a password must be asked for, and there is no terminal")
        }
    }

    deinit { close(descriptor) }

    /// Asks for one line without showing what is typed.
    ///
    /// Echo comes back whatever happens, a signal included. After a stop the question is put again.
    func ask(_ prompt: String) throws(CommandFailure) -> SecretBytes {
        while true {
            var former = termios()
            guard tcgetattr(descriptor, &former) == 0 else {
                throw .said("the terminal: \(String(cString: strerror(errno)))")
            }
            let signals = try SignalGuard()
            var answer: SecretBytes?
            var failure: CommandFailure?
            do throws(CommandFailure) {
                answer = try askWithoutEcho(prompt, former, signals)
            } catch {
                failure = error
            }
            while tcsetattr(descriptor, TCSAFLUSH, &former) != 0, errno == EINTR,
                signals.caught != SIGTTOU
            {}
            // A signal that ends the program ends it here; after one that stops it, we go on.
            signals.end()
            if let failure { throw failure }
            if let answer { return answer }
        }
    }

    /// - Returns: nil when a signal came.
    private func askWithoutEcho(
        _ prompt: String, _ former: termios, _ signals: borrowing SignalGuard
    ) throws(CommandFailure) -> SecretBytes? {
        var silent = former
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else {
            if signals.caught != 0 { return nil }
            throw .said("the terminal: \(String(cString: strerror(errno)))")
        }
        show(prompt.printable)
        defer { show("\n") }
        return try line(signals)
    }

    /// Reads up to the end of the line.
    private func line(_ signals: borrowing SignalGuard) throws(CommandFailure) -> SecretBytes? {
        var used = 0
        var isWhole = false
        var failure: CommandFailure?
        let read = SecretBytes(count: Self.longestLine + 1) { buffer in
            while !isWhole, used < buffer.count, signals.wait(for: descriptor) {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[used...])
                let count = Glibc.read(descriptor, rest.baseAddress!, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    failure = .said("no password was typed")
                    return
                }
                used += count
                isWhole = buffer[used - 1] == UInt8(ascii: "\n")
            }
        }
        if let failure { throw failure }
        if signals.caught != 0 { return nil }
        // The terminal drops what a line has beyond this length, so a full one may have been cut.
        if used >= Self.longestLine { throw .said("the password is too long to be typed") }
        return read.withBytes { SecretBytes(copying: $0.prefix(used - 1)) }
    }

    private func show(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress!, $0.count) }
    }
}
