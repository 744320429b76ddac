// SPDX-License-Identifier: Apache-2.0
import Glibc

// A path consists of any bytes but zero, and is handled as text. A byte that isn't part of valid UTF-8
// becomes the private-use character U+10FF00 + the byte, and so does each byte of such a character in
// the path itself. So every path has exactly one text, from which its bytes can be restored.
extension String {
    /// The character of the byte 0x80. Smaller bytes are always valid UTF-8, and 0xff becomes U+10FFFF.
    private static let firstEscape: UInt32 = 0x10_ff80
    private static let escapes = firstEscape...0x10_ffff

    /// The folder of a path: what stands before the last slash; `.` for a name alone.
    package var parentFolder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// Returns the text of a path.
    package init(path bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.hasPathEscapes {
            self = text
            return
        }
        var text = String.UnicodeScalarView()
        var position = 0
        while position < bytes.count {
            let character = (1...4).lazy.compactMap { count -> Unicode.Scalar? in
                guard position + count <= bytes.count else { return nil }
                let part = String(
                    validating: bytes[position..<position + count], as: UTF8.self)
                return part?.unicodeScalars.first
            }.first
            if let character, !Self.escapes.contains(character.value) {
                text.append(character)
                position += UTF8.width(character)
            } else {
                text.append(Unicode.Scalar(0x10_ff00 + UInt32(bytes[position]))!)
                position += 1
            }
        }
        self = String(text)
    }

    /// Makes the text of a path that ends in a zero byte.
    package init(path pointer: UnsafePointer<CChar>) {
        self.init(path: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    }

    /// The bytes of a path.
    package var pathBytes: [UInt8] {
        guard hasPathEscapes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            Self.pathByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Runs `body` with the bytes of a path, followed by a zero byte, for a system call.
    package func withPath<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        guard hasPathEscapes else { return withCString(body) }
        return (pathBytes.map(CChar.init(truncatingIfNeeded:)) + [0]).withUnsafeBufferPointer {
            body($0.baseAddress!)
        }
    }

    /// Returns the byte that a character of a path represents; nil for an ordinary character.
    package static func pathByte(_ scalar: Unicode.Scalar) -> UInt8? {
        escapes.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    private var hasPathEscapes: Bool {
        // The first byte of such a character in UTF-8. Every call on a store looks for it in a path.
        let firstByte: Int32 = 0xf4
        let mayHave = utf8.withContiguousStorageIfAvailable { bytes in
            !bytes.isEmpty && memchr(bytes.baseAddress!, firstByte, bytes.count) != nil
        }
        return mayHave != false && unicodeScalars.contains { Self.escapes.contains($0.value) }
    }
}
