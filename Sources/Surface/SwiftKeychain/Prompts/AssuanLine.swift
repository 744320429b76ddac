// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// Lines of the Assuan protocol: at most 1 000 bytes and a line feed.
enum AssuanLine {
    static let longest = 1000

    /// Returns the line of a command.
    ///
    /// Unprintable characters of the text become spaces. The text is percent-escaped, and if it is
    /// too long, cut between two characters and ended by an ellipsis.
    static func command(_ name: String, _ text: String? = nil) -> [UInt8] {
        var line = Array(name.utf8)
        guard let text else { return line + [0x0a] }
        line.append(0x20)
        let ellipsis = Array("…".utf8)
        var fitting = line.count
        for character in text {
            line += escaped(character)
            if line.count > longest { return line[..<fitting] + ellipsis + [0x0a] }
            if line.count <= longest - ellipsis.count { fitting = line.count }
        }
        return line + [0x0a]
    }

    /// Returns a character as Assuan sends it. Unprintable ones become a space.
    private static func escaped(_ character: Character) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in character.unicodeScalars {
            switch scalar {
            case "\n": bytes += Array("%0A".utf8)
            case "%": bytes += Array("%25".utf8)
            // An escape sequence or right-to-left text could make the prompt look like another one.
            case _ where scalar.isUnprintable: bytes.append(0x20)
            default: bytes += Array(String(scalar).utf8)
            }
        }
        return bytes
    }
}
