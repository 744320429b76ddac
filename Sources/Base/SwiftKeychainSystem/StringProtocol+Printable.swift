// SPDX-License-Identifier: Apache-2.0
// Stored text isn't trusted: a label may contain characters that reverse the writing direction or move
// the cursor.

extension Unicode.Scalar {
    /// Whether the character isn't visible as itself: a control, a format character such as those for
    /// the writing direction, a line or paragraph separator, or a byte of a path. The joiners of Persian and of emoji
    /// are part of ordinary text.
    package var isUnprintable: Bool {
        if 0x20..<0x7f ~= value { return false }
        if String.pathByte(self) != nil { return true }
        return switch properties.generalCategory {
        case .format where value == 0x200c || value == 0x200d: false
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension StringProtocol {
    /// The text with each unprintable character replaced by the bytes of its UTF-8, or by the byte of a
    /// path that it represents, as `\ooo` in octal.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        return unicodeScalars.map { scalar in
            guard scalar.isUnprintable else { return String(scalar) }
            let bytes = String.pathByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
            return bytes.map { "\\" + String($0, radix: 8, width: 3) }.joined()
        }.joined()
    }
}
