import SwiftKeychainModel
import SwiftKeychainSystem

/// Says how the word after an option becomes the value of an attribute.
enum AttributeForm: Sendable {
    /// Bytes as they are: text where they are UTF-8, data otherwise.
    case text
    /// Bytes as they are, or as `0x` and digits: the form in which listings show them.
    case bytes
    /// Exactly four characters, kept as a number.
    case code
    /// Exactly four characters, kept as text: the form in which Apple's constants are written.
    case textCode
    /// A decimal number from 0 to 65535.
    case port

    /// Reads `word`, the value of `option`.
    func value(of word: [UInt8], for option: CommandOption) throws(CommandFailure) -> AttributeValue
    {
        switch self {
        case .text:
            return Self.textOrData(word)
        case .bytes:
            guard word.starts(with: Array("0x".utf8)) else { return .data(word) }
            return .data(
                Hexadecimal.bytes(word.dropFirst(2).filter { $0 != UInt8(ascii: ":") }) ?? word)
        case .code:
            return .number(try Self.code(word, for: option))
        case .textCode:
            let number = try Self.code(word, for: option)
            return String(validating: word, as: UTF8.self).map { .string($0) } ?? .number(number)
        case .port:
            guard let number = UInt16(String(decoding: word, as: UTF8.self)) else {
                throw .usage("-\(option.letter): not a number from 0 to 65535")
            }
            return .number(Int64(number))
        }
    }

    /// Gives text where the bytes are UTF-8, and the bytes themselves otherwise.
    static func textOrData(_ word: [UInt8]) -> AttributeValue {
        String(validating: word, as: UTF8.self).map { .string($0) } ?? .data(word)
    }

    private static func code(
        _ word: [UInt8], for option: CommandOption
    ) throws(CommandFailure) -> Int64 {
        guard word.count == 4 else {
            var text = "-\(option.letter): a code has exactly four characters"
            if word.count == 3 { text += "; did you mean one with a blank at its end?" }
            throw .said(text)
        }
        return word.reduce(0) { $0 << 8 | Int64($1) }
    }
}
