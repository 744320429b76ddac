// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A JSON text (RFC 8259). Its strings are secrets until the caller takes them as text.
///
/// It is read strictly: a repeated name, a lone surrogate, bytes that aren't UTF-8 and values nested
/// more than 32 deep make it malformed.
package indirect enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(SecretBytes)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The error for a text that isn't JSON.
    package struct Malformed: Error {
        /// The rule that the text breaks, and its line.
        package let detail: String
    }

    /// Reads a text of one value, with white space before and after it.
    package init(_ text: SecretBytes) throws(Malformed) {
        self = try text.withBytes(JSONReader.read)
    }

    /// Reads a text in the caller's memory, such as a file of which another reader takes a look first.
    package init(_ text: UnsafeRawBufferPointer) throws(Malformed) {
        self = try JSONReader.read(text)
    }

    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var secret: SecretBytes? { if case .string(let value) = self { value } else { nil } }
    /// The string as ordinary text, whose memory isn't wiped.
    package var string: String? {
        secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
    }
}

/// The reader of one text, by recursive descent with a limit on the depth.
private struct JSONReader {
    let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The deepest nesting. Each level is a call of ``value(depth:)``, so a hostile text could exhaust the stack.
    private static let deepest = 32

    static func read(_ text: UnsafeRawBufferPointer) throws(JSONValue.Malformed) -> JSONValue {
        var reader = JSONReader(bytes: text)
        let value = try reader.value(depth: 0)
        guard reader.next() == nil else { throw reader.malformed("something follows the value") }
        return value
    }

    /// Makes an error with the current line. It quotes nothing of the text, which may be a secret.
    private func malformed(_ rule: String) -> JSONValue.Malformed {
        let line = bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
        return JSONValue.Malformed(detail: "line \(line): \(rule)")
    }

    /// Skips white space and returns the byte behind it, without taking it.
    private mutating func next() -> UInt8? {
        while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
        return place < bytes.count ? bytes[place] : nil
    }

    /// Skips white space, and takes this character if it is next.
    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// Reads one value. A word is at most 64 bytes, since no number or name needs more.
    private mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
        guard depth <= Self.deepest else { throw malformed("nested too deep") }
        if takes("{") { return .object(try members(depth: depth)) }
        if takes("[") {
            var elements: [JSONValue] = []
            if takes("]") { return .array([]) }
            repeat { elements.append(try value(depth: depth + 1)) } while takes(",")
            guard takes("]") else { throw malformed("',' or ']' expected") }
            return .array(elements)
        }
        if takes("\"") { return .string(try stringAfterQuote()) }
        let start = place
        while place < bytes.count, Self.isInWord(bytes[place]) { place += 1 }
        // A short word: no secret is a number.
        let word = String(decoding: bytes[start..<place].prefix(64), as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            guard let number = Self.number(word), place - start <= 64 else {
                place = start
                throw malformed("a value expected")
            }
            return number
        }
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Reads a number (RFC 8259, section 6): an integer if 64 bits hold it, else a real; nil for another word.
    private static func number(_ word: String) -> JSONValue? {
        let digits = word.first == "-" ? word.dropFirst() : word[...]
        guard let first = digits.first, first.isNumber, word.last?.isNumber == true,
            first != "0" || digits.dropFirst().first?.isNumber != true,
            word.allSatisfy("0123456789+-.eE".contains)
        else { return nil }
        return Int64(word).map { .integer($0) } ?? Double(word).map { .real($0) }
    }

    /// Reads the members of an object behind its brace. A repeated name is malformed, because readers choose different
    /// members.
    private mutating func members(
        depth: Int
    ) throws(JSONValue.Malformed) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if takes("}") { return members }
        repeat {
            guard takes("\"") else { throw malformed("a name in quotes expected") }
            let name = try stringAfterQuote().withBytes { String(decoding: $0, as: UTF8.self) }
            guard takes(":") else { throw malformed("':' expected") }
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw malformed("a repeated name")
            }
        } while takes(",")
        guard takes("}") else { throw malformed("',' or '}' expected") }
        return members
    }

    /// Reads a string whose first quote was taken.
    ///
    /// The first pass finds the closing quote, the second replaces the escapes, in locked memory.
    private mutating func stringAfterQuote() throws(JSONValue.Malformed) -> SecretBytes {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < bytes.count else { throw malformed("a string without its closing quote") }
        let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
        guard raw.allSatisfy({ $0 >= 0x20 }) else {
            throw malformed("a control character in a string")
        }
        place += 1
        // No escape is shorter than the bytes it encodes.
        let text = SecretBuffer(capacity: raw.count)
        var rest = raw[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                _ = text.append(byte)
                continue
            }
            guard let scalar = Self.escaped(&rest) else { throw malformed("not an escape") }
            for byte in UTF8.encode(scalar)! { _ = text.append(byte) }
        }
        let secret = text.secret
        guard secret.withBytes({ String.isUTF8($0) }) else { throw malformed("not UTF-8") }
        return secret
    }

    /// Reads an escape behind its backslash, with both halves of a surrogate pair; nil for a lone half and for other
    /// letters.
    private static func escaped(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar? {
        switch rest.popFirst().map(Unicode.Scalar.init) {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            guard let unit = unit(&rest) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return scalar }
            guard UTF16.isLeadSurrogate(unit), rest.popFirst() == UInt8(ascii: "\\"),
                rest.popFirst() == UInt8(ascii: "u"), let trail = Self.unit(&rest),
                UTF16.isTrailSurrogate(trail)
            else { return nil }
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        default: return nil
        }
    }

    /// Reads four hexadecimal digits.
    private static func unit(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt16? {
        guard rest.count >= 4, let bytes = Hexadecimal.bytes(rest.prefix(4)) else { return nil }
        rest = rest.dropFirst(4)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}
