// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

typealias Output = DescriptorOutput

extension Output {
    /// Writes the rest of the buffer.
    ///
    /// - Throws: ``CommandFailure/output(_:)`` with the errno of the first write that failed since the last call.
    func flush() throws(CommandFailure) {
        let number = finish()
        if number != 0 { throw .output(number) }
    }

    /// Whether standard output is a terminal. It is asked once, before a pager takes its place.
    static let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Whether standard output is a pipe, whose reader may print on the terminal.
    static let isPipe =
        (try? System.status(STDOUT_FILENO, "standard output")).map {
            $0.st_mode & S_IFMT == S_IFIFO
        } ?? false

    /// The columns of the terminal; nil if standard output is none. They are asked once, with the first line of a
    /// listing, before a pager takes the terminal's place.
    static let columns = columns(of: STDOUT_FILENO)

    /// Returns the columns of the terminal; nil if the descriptor is none, or one whose size isn't known.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Whether colours are shown: on a terminal, unless NO_COLOR is set (no-color.org).
    static let hasColours =
        isTerminal && Environment.value("NO_COLOR") == nil
        && ![nil, "dumb"].contains(Environment.value("TERM"))

    /// Writes text in a colour, where colours are shown.
    func write(_ text: String, in colour: Colour) {
        write(Self.hasColours ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[m" : text)
    }
}

/// A way to show text on a terminal, as its number in an escape sequence.
enum Colour: Int {
    case bold = 1
    case red = 31
    case green = 32
    case yellow = 33
}

extension CommandOption {
    static let asJSON = flag("J", "json", "Print JSON")
}
