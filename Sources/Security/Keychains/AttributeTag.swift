// Table: how the functions for keychain files name attributes, and write their values.
import SwiftKeychainModel

/// Names an attribute of a password by a four-character code, and knows the form of its values.
struct AttributeTag {
    let attribute: Attribute
    let form: Form

    /// Says how a value lies in memory.
    enum Form {
        /// Text or bytes.
        case bytes
        /// A number of one, two or four bytes, in the order of this machine; four are given back.
        case number
        /// A four-character code as a number of four bytes, in the order of this machine.
        case code
        /// The four characters themselves, one after the other.
        case characters
        /// `YYYYMMDDhhmmssZ` and a zero byte.
        case date
    }

    /// Finds the attribute that a tag names in a class.
    ///
    /// - Throws: `noSuchAttribute` for a tag that names none.
    init(_ tag: UInt32, in itemClass: ItemClass) throws(KeychainError) {
        // The number by which database schemas of macOS know the label.
        let tag = tag == 7 ? 0x6C61_626C : tag
        let name = withUnsafeBytes(of: tag.bigEndian) { String(decoding: $0, as: UTF8.self) }
        guard let attribute = Attribute(rawValue: name), let form = Self.forms[attribute],
            itemClass.attributes[attribute] != nil
        else { throw KeychainError(.noSuchAttribute, "attribute list: a tag of no attribute") }
        self.attribute = attribute
        self.form = form
    }

    /// Lists the tags of a class in the order of their numbers, with the numbers macOS has for the
    /// formats of values.
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

extension PasswordAttributes {
    /// Lists the tags and formats of the attributes of a class.
    ///
    /// - Parameter itemID: the number of the class in schemas of macOS, or its four characters.
    /// - Throws: `noSuchClass` for any other.
    package static func described(
        _ itemID: UInt32
    ) throws(KeychainError) -> [(tag: UInt32, format: UInt32)] {
        switch itemID {
        case 0x8000_0000, 0x6765_6E70: return AttributeTag.all(of: .genericPassword)
        case 0x8000_0001, 0x696E_6574: return AttributeTag.all(of: .internetPassword)
        default: throw KeychainError(.noSuchClass, "itemID: not of a password")
        }
    }
}
