// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

typealias Output = DescriptorOutput

extension Output {
    /// Writes the rest of the buffer.
    func flush() throws(CommandFailure) {
        let number = finish()
        if number != 0 { throw .output(number) }
    }

    /// Whether standard output is a terminal. It is asked once, before a pager takes its place.
    static let isTerminal = isatty(STDOUT_FILENO) == 1

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
    static let asJSON = CommandOption("J", "json", .none, "Print JSON")
}
