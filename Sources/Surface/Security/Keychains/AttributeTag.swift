// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

// Table: the tags of attributes in the functions for keychain files, and the forms of their values.

/// An attribute of a password under its four-character code, and the form of its values.
struct AttributeTag {
    let attribute: Attribute
    let form: Form

    /// The form of a value in memory.
    enum Form {
        /// Text or bytes.
        case bytes
        /// A number of one, two or four bytes in the byte order of this machine; returned as four.
        case number
        /// A four-character code as a number of four bytes in the byte order of this machine.
        case code
        /// The four characters themselves, one after the other; zeros for none.
        case characters
        /// `YYYYMMDDhhmmssZ` and a zero byte.
        case date
    }

    /// Finds the attribute of a class by its tag.
    ///
    /// - Throws: `noSuchAttribute` for an unknown tag.
    init(_ tag: UInt32, in itemClass: ItemClass) throws(KeychainError) {
        // The number of the label in the database schemas of macOS.
        let tag = tag == 7 ? 0x6C61_626C : tag
        let name = withUnsafeBytes(of: tag.bigEndian) { String(decoding: $0, as: UTF8.self) }
        guard let attribute = Attribute(rawValue: name), let form = Self.forms[attribute],
            itemClass.attributes[attribute] != nil
        else { throw KeychainError(.noSuchAttribute, "attribute list: an unknown tag") }
        self.attribute = attribute
        self.form = form
    }

    /// Returns the tags of a class in ascending order, with macOS's numbers for the formats of their
    /// values.
    static func all(of itemClass: ItemClass) -> [(tag: UInt32, format: UInt32)] {
        forms.filter { itemClass.attributes[$0.key] != nil }.map { attribute, form in
            let tag = attribute.rawValue.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return (tag, form.format)
        }.sorted { $0.tag < $1.tag }
    }

    private static let forms: [Attribute: Form] = [
        .creationDate: .date, .modificationDate: .date, .itemDescription: .bytes,
        .comment: .bytes, .creator: .number, .type: .number, .scriptCode: .number,
        .label: .bytes, .alias: .bytes, .isInvisible: .number, .isNegative: .number,
        .hasCustomIcon: .number, .account: .bytes, .service: .bytes, .generic: .bytes,
        .securityDomain: .bytes, .server: .bytes, .authenticationType: .characters,
        .port: .number, .path: .bytes, .protocol: .code,
    ]
}

extension AttributeTag.Form {
    fileprivate var format: UInt32 {
        switch self {
        case .number, .code: 2
        case .date: 5
        case .bytes, .characters: 6
        }
    }
}

extension ItemClass {
    /// Reads the number of a class of passwords in schemas of macOS, or its four characters.
    ///
    /// - Throws: `noSuchClass` for any other.
    init(itemID: UInt32) throws(KeychainError) {
        switch itemID {
        case 0x8000_0000, 0x6765_6E70: self = .genericPassword
        case 0x8000_0001, 0x696E_6574: self = .internetPassword
        default: throw KeychainError(.noSuchClass, "itemID: not a class of passwords")
        }
    }
}

extension AttributeTag {
    /// Reads a value.
    ///
    /// - Returns: nil for a date, which the keychain sets itself, and for no bytes where they aren't the value: lists of an
    ///   item's attributes have those that aren't set so.
    /// - Throws: `parameter` for bytes that don't have its form.
    func value(_ bytes: [UInt8]) throws(KeychainError) -> AttributeValue? {
        if bytes.isEmpty && form != .bytes || form == .characters && bytes == [0, 0, 0, 0] {
            return nil
        }
        switch form {
        case .bytes: return attribute == .generic ? .data(bytes) : AttributeValue(bytes: bytes)
        case .date: return nil
        case .characters, .code:
            guard bytes.count == 4 else { throw refusal }
            let inOrder = form == .characters ? bytes : bytes.reversed()
            return .fourCharacters(inOrder)
        case .number:
            guard [1, 2, 4].contains(bytes.count) else { throw refusal }
            return .number(bytes.reversed().reduce(0) { $0 << 8 | Int64($1) })
        }
    }

    private var refusal: KeychainError {
        KeychainError.refused(attribute, "a value of the wrong length")
    }

    /// Returns the bytes of a value; nil when it doesn't have this form.
    func bytes(_ value: AttributeValue) -> [UInt8]? {
        switch (form, value) {
        case (.bytes, .string(let text)): Array(text.utf8)
        case (.bytes, .data(let bytes)): bytes
        case (.date, .date(let seconds)): Self.date(seconds)
        case (.number, _), (.bytes, _), (.date, _):
            value.integer.map { number in
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { Array($0) }
            }
        case (.characters, _): Self.characters(value)
        case (.code, _): Self.characters(value).map { $0.reversed() }
        }
    }

    /// Returns the four characters of a code; in a number, the first is the highest byte.
    private static func characters(_ value: AttributeValue) -> [UInt8]? {
        switch value {
        case .string(let text) where text.utf8.count == 4: Array(text.utf8)
        case .string(""): [0, 0, 0, 0]
        case .data(let bytes) where bytes.count == 4: bytes
        case .string, .data: nil
        default:
            value.integer.map { number in
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
            }
        }
    }

    /// Writes a date as keychain files do: `YYYYMMDDhhmmssZ` and a zero byte; nil for a year that four digits don't
    /// hold.
    private static func date(_ seconds: Double) -> [UInt8]? {
        guard seconds.isFinite else { return nil }
        let date = CalendarDate(seconds: seconds)
        // Another year becomes the nearest one of four digits.
        guard abs(date.seconds - seconds) < 1 else { return nil }
        return Array(date.compact.utf8) + [0]
    }
}

extension AttributeValue {
    /// Makes a four-character code: text where the characters are printable, else a number.
    static func fourCharacters(_ bytes: [UInt8]) -> AttributeValue {
        bytes.allSatisfy { 0x20...0x7E ~= $0 }
            ? .string(String(decoding: bytes, as: UTF8.self))
            : .number(bytes.reduce(0) { $0 << 8 | Int64($1) })
    }
}
