import Glibc
import SwiftKeychainModel

extension AttributeTag {
    /// Reads a value.
    ///
    /// - Returns: nil for a date, which the keychain sets itself.
    /// - Throws: `parameter` for bytes that are none of its form.
    func value(_ bytes: [UInt8]) throws(KeychainError) -> AttributeValue? {
        switch form {
        case .bytes: return .lent(bytes)
        case .date: return nil
        case .characters, .code:
            guard bytes.count == 4 else { throw refusal }
            let inOrder = form == .characters ? bytes : Self.numberBytes(bytes)
            return .fourCharacters(inOrder)
        case .number:
            guard [1, 2, 4].contains(bytes.count) else { throw refusal }
            return .number(Int64(Self.number(bytes)))
        }
    }

    private var refusal: KeychainError {
        KeychainError.refused(attribute, "a length that its values do not have")
    }

    /// Writes a value; nil where it has no such form.
    func bytes(_ value: AttributeValue) -> [UInt8]? {
        switch (form, value) {
        case (.bytes, .string(let text)): Array(text.utf8)
        case (.bytes, .data(let bytes)): bytes
        case (.date, .date(let seconds)): Self.date(seconds)
        case (.number, _), (.bytes, _), (.date, _):
            value.integer.map { Self.machineBytes(UInt32(truncatingIfNeeded: $0)) }
        case (.characters, _): Self.characters(value)
        case (.code, _): Self.characters(value).map(Self.numberBytes)
        }
    }

    /// The four characters of a code: as a number, the first lies in its highest byte.
    private static func characters(_ value: AttributeValue) -> [UInt8]? {
        switch value {
        case .string(let text) where text.utf8.count == 4: Array(text.utf8)
        case .data(let bytes) where bytes.count == 4: bytes
        case .string, .data: nil
        default:
            value.integer.map { number in
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
            }
        }
    }

    /// Turns a number in the order of this machine into one with the highest byte first, or back.
    private static func numberBytes(_ bytes: [UInt8]) -> [UInt8] {
        1.bigEndian == 1 ? bytes : bytes.reversed()
    }

    private static func number(_ bytes: [UInt8]) -> UInt32 {
        numberBytes(bytes).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func machineBytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func date(_ seconds: Double) -> [UInt8]? {
        // Seconds from 1970 to 2001.
        guard var moment = time_t(exactly: (seconds + 978_307_200).rounded(.down)) else {
            return nil
        }
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil, 0...9999 ~= parts.tm_year + 1900 else { return nil }
        var text = digits(parts.tm_year + 1900, 4)
        for part in [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec] {
            text += digits(part, 2)
        }
        return Array((text + "Z").utf8) + [0]
    }

    private static func digits(_ number: Int32, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension AttributeValue {
    /// Makes a value of bytes that a caller of C's manner lent: text where they are UTF-8.
    static func lent(_ bytes: [UInt8]) -> AttributeValue {
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
    }

    /// Makes a four-character code: text where the characters are printable, else a number.
    static func fourCharacters(_ bytes: [UInt8]) -> AttributeValue {
        bytes.allSatisfy { 0x20...0x7E ~= $0 }
            ? .string(String(decoding: bytes, as: UTF8.self))
            : .number(bytes.reduce(0) { $0 << 8 | Int64($1) })
    }
}
