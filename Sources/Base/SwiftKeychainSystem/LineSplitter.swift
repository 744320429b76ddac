// SPDX-License-Identifier: Apache-2.0
/// The splitter of the interactive mode's lines into words.
///
/// White space separates words. A word that begins with `'` or `"` extends to the next such quote
/// and ends there; elsewhere a quote is an ordinary character. A backslash takes the next character
/// literally, inside and outside quotes.
package enum LineSplitter {
    package static let mostWords = 32

    /// The reason why a line is rejected as a whole.
    package enum Fault: String, Error {
        case tooManyWords = "more than 32 words"
        case openQuote = "a quote isn't closed"
        case openEscape = "a backslash at the end"
        case zeroByte = "a zero byte"
    }

    /// Writes the words into `words`, each with a zero byte behind it.
    ///
    ///     add -a "my name" it\'s      add, -a, my name, it's
    ///     "a"b                        a, b
    ///
    /// - Parameters:
    ///   - line: the line without its newline.
    ///   - words: memory of one byte more than the line has.
    /// - Returns: the offset of each word.
    package static func split(
        _ line: UnsafeRawBufferPointer, into words: UnsafeMutableRawBufferPointer
    ) throws(Fault) -> [Int] {
        var starts: [Int] = []
        var end = 0
        var position = 0
        while true {
            while position < line.count, Base64.isBlank(line[position]) { position += 1 }
            guard position < line.count else { return starts }
            if starts.count == mostWords { throw .tooManyWords }
            starts.append(end)
            let first = line[position]
            let quote = first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") ? first : nil
            if quote != nil { position += 1 }
            while true {
                guard position < line.count else {
                    if quote != nil { throw .openQuote }
                    break
                }
                var byte = line[position]
                position += 1
                if let quote, byte == quote { break }
                if quote == nil, Base64.isBlank(byte) { break }
                if byte == UInt8(ascii: "\\") {
                    guard position < line.count else { throw .openEscape }
                    byte = line[position]
                    position += 1
                }
                if byte == 0 { throw .zeroByte }
                words[end] = byte
                end += 1
            }
            words[end] = 0
            end += 1
        }
    }
}
