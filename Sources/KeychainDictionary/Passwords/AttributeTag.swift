// Table: how the functions for keychain files name attributes, and write their values.
import KeychainModel

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

    private static let forms: [Attribute: Form] = [
        .creationDate: .date, .modificationDate: .date, .itemDescription: .bytes,
        .comment: .bytes, .creator: .number, .type: .number, .scriptCode: .number,
        .label: .bytes, .alias: .bytes, .isInvisible: .number, .isNegative: .number,
        .hasCustomIcon: .number, .account: .bytes, .service: .bytes, .generic: .bytes,
        .securityDomain: .bytes, .server: .bytes, .authenticationType: .characters,
        .port: .number, .path: .bytes, .protocol: .code,
    ]
}
