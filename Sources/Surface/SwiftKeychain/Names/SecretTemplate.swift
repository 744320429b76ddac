// SPDX-License-Identifier: Apache-2.0
/// A text with references to passwords in double braces.
///
///     password = {{ keychain://mail/jane }}
///
/// Blanks inside the braces are allowed, line breaks aren't. `{{` before anything but `keychain://` is text, because
/// templates of other programs use the same braces.
package enum SecretTemplate {
    package enum Piece {
        /// The place of text that is copied as it is.
        case text(Range<Int>)
        /// A reference, and the number of its line.
        case reference([UInt8], line: Int)
    }

    /// Splits a text; braces around anything but a reference are text.
    package static func pieces(_ text: UnsafeRawBufferPointer) throws(WordFault) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        var place = 0
        var line = 1
        while place < text.count {
            if text[place] == UInt8(ascii: "\n") { line += 1 }
            guard let first = reference(text, at: place) else {
                place += 1
                continue
            }
            let end = text[first...].firstIndex { "}\n".utf8.contains($0) } ?? text.count
            guard text[end...].starts(with: "}}".utf8) else {
                throw .message("line \(line): {{ isn't closed")
            }
            pieces.append(.text(start..<place))
            var last = end
            while last > first, isBlank(text[last - 1]) { last -= 1 }
            pieces.append(.reference(Array(text[first..<last]), line: line))
            place = end + 2
            start = place
        }
        pieces.append(.text(start..<text.count))
        return pieces
    }

    /// Returns where the reference behind `{{` at `place` begins; nil if there is none.
    private static func reference(_ text: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard text[place...].starts(with: "{{".utf8) else { return nil }
        var first = place + 2
        while first < text.count, isBlank(text[first]) { first += 1 }
        return text[first...].starts(with: ItemName.scheme) ? first : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
