// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// A pseudo terminal for a program, and the input of this process on its way to it.
final class TerminalRelay {
    /// The end of this process.
    let descriptor: Int32
    /// The end of the program.
    let path: String
    /// Whether input comes from a terminal. The program's terminal then echoes, and ours passes each key on.
    private let isInteractive = isatty(0) == 1
    /// The settings of the user's terminal before ``begin()``.
    private var former = termios()
    /// Whether no more input is read: it has ended, or the program has closed its terminal.
    private var hasEnded = false
    /// Input that doesn't fit into the terminal yet.
    private var pending = SecretBytes(count: 0) { _ in }

    init() throws(MaskedProgram.Failure) {
        var name = [CChar](repeating: 0, count: 64)
        descriptor = keychain_open_terminal(&name)
        if descriptor < 0 { throw MaskedProgram.Failure(number: errno) }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var settings = termios()
        tcgetattr(isInteractive ? 0 : descriptor, &settings)
        former = settings
        // Otherwise what is piped in would be printed, too, and lines of a file would end with \r\n.
        if !isInteractive { settings.c_lflag &= ~tcflag_t(ECHO) }
        if isatty(1) == 0 { settings.c_oflag &= ~tcflag_t(ONLCR) }
        tcsetattr(descriptor, TCSANOW, &settings)
        copySize()
    }

    /// Sets the size of the program's terminal to ours.
    func copySize() {
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        for own in [1, 0, 2] as [Int32] where ioctl(own, UInt(TIOCGWINSZ), &size) == 0 { break }
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Lets every key through.
    func begin() {
        guard isInteractive else { return }
        var raw = former
        cfmakeraw(&raw)
        tcsetattr(0, TCSADRAIN, &raw)
    }

    /// Restores the settings of the user's terminal.
    func end() {
        if isInteractive { tcsetattr(0, TCSADRAIN, &former) }
    }

    /// What to wait for before ``passInput()``.
    var polled: pollfd {
        if pending.count > 0 {
            return pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        }
        return pollfd(fd: hasEnded ? -1 : 0, events: Int16(POLLIN), revents: 0)
    }

    /// Passes some input on.
    func passInput() {
        if pending.count == 0 {
            var (count, number): (Int, Int32) = (0, 0)
            let size = 1024
            let bytes = SecretBytes(count: size) {
                count = read(0, $0.baseAddress, size)
                number = errno
            }
            if count < 0, number == EINTR || number == EAGAIN { return }
            if count <= 0 {
                hasEnded = true
                // The key that ends input.
                pending = SecretBytes(copying: [0x04])
            } else {
                pending = bytes.withBytes { SecretBytes(copying: $0.prefix(count)) }
            }
        }
        let rest = pending
        let written = rest.withBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written > 0 {
            pending = rest.withBytes { SecretBytes(copying: $0.dropFirst(written)) }
        } else if written < 0, errno != EINTR, errno != EAGAIN {
            // The program has closed it.
            pending = SecretBytes(count: 0) { _ in }
            hasEnded = true
        }
    }
}
