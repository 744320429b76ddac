// SPDX-License-Identifier: Apache-2.0
/// Bytes printed as on macOS: as text if they are printable, otherwise in hexadecimal.
///
///     "text"              every byte is printable ASCII, and no backslash
///     0x0001FF            none is; one blank follows
///     0x6101  "a\001"     some are; what is not appears as three octal digits
package enum BufferFormat {
    /// Writes bytes as Apple's command does: printable ones in quotes, others as `0x` and hexadecimal first, then in
    /// quotes with escapes.
    package static func write(_ bytes: UnsafeRawBufferPointer, to output: DescriptorOutput) {
        guard !bytes.isEmpty else { return }
        let plain = bytes.reduce(0) { $0 + (isPlain($1) ? 1 : 0) }
        if plain < bytes.count {
            output.write("0x")
            writeHex(bytes, to: output)
            output.write(plain == 0 ? " " : "  ")
        }
        guard plain > 0 else { return }
        output.write("\"")
        for byte in bytes { writeEscaped(byte, to: output) }
        output.write("\"")
    }

    package static func write(_ bytes: [UInt8], to output: DescriptorOutput) {
        bytes.withUnsafeBytes { write($0, to: output) }
    }

    /// Prints a password for scripts: unchanged, or entirely in lower-case hexadecimal if a byte is
    /// not printable.
    package static func writePassword(_ bytes: UnsafeRawBufferPointer, to output: DescriptorOutput)
    {
        if bytes.allSatisfy(isPrintable) {
            output.write(bytes)
        } else {
            Hexadecimal.encode(bytes) { output.write(byte: $0) }
        }
    }

    /// Writes two upper-case digits for each byte, without `0x` before them.
    package static func writeHex(_ bytes: UnsafeRawBufferPointer, to output: DescriptorOutput) {
        Hexadecimal.encode(bytes, uppercase: true) { output.write(byte: $0) }
    }

    /// Returns whether a byte is printable ASCII, whatever the locale.
    package static func isPrintable(_ byte: UInt8) -> Bool { 0x20...0x7e ~= byte }

    /// Returns text in which every byte that is not plain is written `\ooo`.
    package static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map {
            isPlain($0) ? String(Unicode.Scalar($0)) : "\\" + String($0, radix: 8, width: 3)
        }.joined()
    }

    /// Returns whether a byte needs no escape in quotes. A backslash does, because it begins an escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        isPrintable(byte) && byte != UInt8(ascii: "\\")
    }

    /// Writes a byte, or a backslash and three octal digits.
    private static func writeEscaped(_ byte: UInt8, to output: DescriptorOutput) {
        if isPlain(byte) {
            output.write(byte: byte)
        } else {
            output.write(byte: UInt8(ascii: "\\"))
            for shift in [6, 3, 0] { output.write(byte: UInt8(ascii: "0") + byte >> shift & 7) }
        }
    }
}
