// SPDX-License-Identifier: Apache-2.0
/// Text of several lines for the user.
package enum ShownText {
    /// Writes a secret: as it is if it is text, with further lines indented, and otherwise in hexadecimal.
    package static func write(
        secret bytes: UnsafeRawBufferPointer, indented columns: Int = 0, to output: DescriptorOutput
    ) {
        guard isText(bytes) else {
            BufferFormat.writePassword(bytes, to: output)
            return
        }
        for (index, line) in bytes.split(separator: newline, omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { output.write("\n" + String(repeating: " ", count: columns)) }
            output.write(UnsafeRawBufferPointer(rebasing: line))
        }
    }

    /// Returns text whose further lines are indented, and whose unprintable characters are escaped.
    package static func lines(of text: String, indented columns: Int) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
            .map { $0.map(\.printable).joined(separator: "\t") }
            .joined(separator: "\n" + String(repeating: " ", count: columns))
    }

    private static let newline = UInt8(ascii: "\n")

    /// Returns whether bytes are UTF-8 without other unprintable characters than tabs and the ends of lines.
    private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var decoder = UTF8()
        var units = bytes.makeIterator()
        var isInLineEnd = false
        while true {
            switch decoder.decode(&units) {
            case .emptyInput: return !isInLineEnd
            case .error: return false
            case .scalarValue(let scalar):
                // A carriage return alone would let the rest of a line hide its beginning.
                if isInLineEnd, scalar != "\n" { return false }
                isInLineEnd = scalar == "\r"
                if scalar.isUnprintable, !["\t", "\r", "\n"].contains(scalar) { return false }
            }
        }
    }
}
