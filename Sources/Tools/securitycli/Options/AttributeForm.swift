// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

extension Hexadecimal {
    /// Reads two digits for each byte, whatever colons are between them; nil for anything else.
    static func bytes(mayHaveColons word: some Sequence<UInt8>) -> [UInt8]? {
        bytes(word.filter { $0 != UInt8(ascii: ":") })
    }
}

/// The form in which an option writes the value of an attribute.
enum AttributeForm: Sendable {
    /// Bytes: text if they are UTF-8, otherwise data.
    case text
    /// Bytes, stored as data.
    case data
    /// Bytes, or `0x` and hexadecimal digits as listings show them.
    /// Colons between the digits are ignored. If something else follows `0x`, the whole word is taken as bytes.
    case bytes
    /// Exactly four characters, stored as a number.
    case code
    /// Exactly four characters, stored as text like Apple's constants.
    case textCode
    /// A decimal number from 0 to 65535.
    case port

    /// Returns the value that `word` gives `option`.
    ///
    /// - Throws: wrong usage for a port that isn't a number; a message for a code without exactly four bytes.
    func value(of word: [UInt8], for option: CommandOption) throws(CommandFailure) -> AttributeValue
    {
        switch self {
        case .text: return AttributeValue(bytes: word)
        case .data: return .data(word)
        case .bytes:
            guard word.starts(with: Array("0x".utf8)) else { return .data(word) }
            return .data(Hexadecimal.bytes(mayHaveColons: word.dropFirst(2)) ?? word)
        case .code:
            return .number(try Self.code(word, for: option))
        case .textCode:
            let number = try Self.code(word, for: option)
            return String(validating: word, as: UTF8.self).map { .string($0) } ?? .number(number)
        case .port:
            guard let number = UInt16(String(decoding: word, as: UTF8.self)) else {
                throw .usage("-\(option.letter): must be a number from 0 to 65535")
            }
            return .number(Int64(number))
        }
    }

    /// Reads a code of four characters, such as `htps`, as a number with the first character in its highest byte.
    ///
    /// Codes such as `ftp ` end with a space, which a shell drops without quotes; the message says so.
    private static func code(
        _ word: [UInt8], for option: CommandOption
    ) throws(CommandFailure) -> Int64 {
        guard word.count == 4 else {
            var text = "-\(option.letter): a code has exactly four characters"
            if word.count == 3 { text += "; did you mean to end it with a space?" }
            throw .message(text)
        }
        return word.reduce(0) { $0 << 8 | Int64($1) }
    }
}
