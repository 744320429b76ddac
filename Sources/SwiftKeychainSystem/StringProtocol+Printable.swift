// Stored text is anybody's: a label may hold what turns the direction of writing, or moves a cursor.

extension Unicode.Scalar {
    /// Whether it shows something other than itself: a control, a format character such as those that
    /// turn the direction of writing, a separator of lines or paragraphs, a byte of a path.
    package var isUnprintable: Bool {
        if 0x20..<0x7f ~= value { return false }
        if String.pathByte(self) != nil { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension StringProtocol {
    /// The text with each unprintable character as the bytes of its UTF-8, or the byte of a path that it
    /// stands for, `\ooo` in octal digits.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        return unicodeScalars.map { scalar in
            guard scalar.isUnprintable else { return String(scalar) }
            let bytes = String.pathByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
            return bytes.map { byte in
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }.joined()
        }.joined()
    }
}
