/// Writes and reads base64 as RFC 4648 §4 has it, with padding and without line breaks.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func write(_ bytes: UnsafeRawBufferPointer, to output: Output) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 {
                group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
            }
            for index in 0..<4 {
                let digit = Int(group >> (18 - 6 * UInt32(index)) & 63)
                output.write(byte: index <= count ? digits[digit] : UInt8(ascii: "="))
            }
        }
    }

    /// Reads text; nil for anything that ``write(_:to:)`` would not have written.
    static func bytes(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text.dropLast(padding) {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }
}
