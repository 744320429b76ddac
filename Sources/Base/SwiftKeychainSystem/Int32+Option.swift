// SPDX-License-Identifier: Apache-2.0
extension Int32 {
    /// Reads a word of a command line: a decimal, hexadecimal or octal number from -2³¹ to 2³²-1; nil for any other.
    package init?(option word: [UInt8]) {
        guard var text = String(validating: word, as: UTF8.self)?[...] else { return nil }
        let isNegative = text.hasPrefix("-")
        if isNegative { text = text.dropFirst() }
        var radix = 10
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            radix = 16
            text = text.dropFirst(2)
        } else if text.hasPrefix("0"), text.utf8.count > 1 {
            radix = 8
            text = text.dropFirst()
        }
        guard text.first?.isHexDigit == true, let size = Int64(text, radix: radix) else {
            return nil
        }
        let number = isNegative ? -size : size
        guard
            let value = Int32(exactly: number)
                ?? UInt32(exactly: number).map(Int32.init(bitPattern:))
        else { return nil }
        self = value
    }
}
