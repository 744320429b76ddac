// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// A query dictionary that was written as JSON.
///
///     {"kSecClass": "kSecClassGenericPassword", "svce": "mail", "kSecMatchLimit": "kSecMatchLimitAll",
///      "kSecAttrGeneric": {"data": "aGVsbG8="}}
///
/// Keys and values are names of constants or their values. Bytes are an object with the member `data` in base64.
package struct QueryDictionaryText {
    /// A key and its value.
    struct Entry {
        /// The name of the constant, or the name as it was written if there is none.
        let name: String
        let raw: String
        /// The sentence about the constant; nil if there is none.
        let doc: String?
        let key: DictionaryKey
        /// The value for a request; nil for any that stands for an object, which JSON can't hold, and for false
        /// where it means the same as no key.
        let value: AttributeWords.Value?
        /// The value as it may be printed; nil for a value that the user chose.
        let shown: String?

        /// Whether the calls ignore it as the empty owner of an item.
        var isEmptyOwner: Bool {
            guard case .attribute(let attribute) = key, attribute == .owner else { return false }
            if case .data([])? = value { return true } else { return false }
        }
    }

    /// The entries, ordered by kind and name.
    let entries: [Entry]

    /// Explains each member of a JSON object, ordered by kind and name.
    package init(_ members: [String: JSONValue]) throws(WordFault) {
        var entries: [Entry] = []
        for (name, value) in members { entries.append(try Self.entry(name, value)) }
        self.entries = entries.sorted {
            (Self.rank($0.key), $0.name) < (Self.rank($1.key), $1.name)
        }
    }

    /// Returns the entries as words, of some kinds of keys.
    func words(where isWanted: (DictionaryKey) -> Bool = { _ in true }) throws(WordFault)
        -> AttributeWords
    {
        var words = try AttributeWords([])
        for entry in entries where isWanted(entry.key) {
            if let value = entry.value { try words.set(entry.raw, to: value) }
        }
        return words
    }

    /// The keys whose text is one of a few constants, so that it may be printed.
    ///
    /// The text of any other key, such as an account, may be private, and isn't repeated.
    private static let listed: Set = [
        "class", "pdmn", "sync", "ptcl", "atyp", "kcls", "type", "tkid", "m_Limit", "u_AuthUI",
    ]

    /// Explains one entry of the dictionary: what the key means, and the value as it may be shown.
    private static func entry(_ name: String, _ value: JSONValue) throws(WordFault) -> Entry {
        let known = QueryConstants.keys.first {
            $0.name.description == name || $0.value.description == name
        }
        let raw = known?.value.description ?? name
        let key = DictionaryKey(raw)
        var shown: String?
        switch value {
        case .boolean(let flag): shown = String(flag)
        case .integer(let number) where raw == "m_Limit": shown = String(number)
        case .string(let secret) where listed.contains(raw):
            let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            let isConstant = QueryConstants.values.contains {
                $0.name.description == text || $0.value.description == text
            }
            shown = isConstant ? text : nil
        default: break
        }
        return Entry(
            name: known?.name.description ?? name, raw: raw, doc: known?.doc.description, key: key,
            value: try self.value(value, of: raw, key), shown: shown)
    }

    /// Converts a value of JSON to the word that `security item` takes for the same key; nil where none is needed.
    private static func value(
        _ value: JSONValue, of raw: String, _ key: DictionaryKey
    ) throws(WordFault) -> AttributeWords.Value? {
        if let word = try word(value, of: raw, key) { return word }
        switch value {
        case .boolean(false) where key.takesFlag, .integer(0) where key.takesFlag: return nil
        case .boolean: return .other("a value of this type is not accepted")
        case _ where key.takesObject: return nil
        case .null: return .other("null is not a value")
        case .real: return .other("a floating number")
        default: return .other("a value of this type is not accepted")
        }
    }

    /// Converts a value of JSON to the word for the same key; nil for one that is no word.
    private static func word(
        _ value: JSONValue, of raw: String, _ key: DictionaryKey
    ) throws(WordFault) -> AttributeWords.Value? {
        var isAttribute = false
        if case .attribute = key { isAttribute = true }
        switch value {
        case .boolean(true): return .flag
        case .boolean(false): return isAttribute ? .number(0) : nil
        case .integer(let number) where isAttribute || raw == "m_Limit":
            return .number(Int(number))
        case .integer(1) where key.takesFlag: return .flag
        case .string(let secret):
            if raw == "v_Data" { return .secret(secret) }
            let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            if raw == "v_PersistentRef" || raw == "persistref" {
                return Base64.bytes(Array(text.utf8)).map { .data($0) } ?? .text(text)
            }
            if raw == "accc" { return .accessControl(try AccessControlText.read(text)) }
            let constant = QueryConstants.values.first { $0.name.description == text }
            return .text(constant?.value.description ?? text)
        case .object(let members):
            guard members.count == 1, let digits = members["data"]?.string,
                let bytes = Base64.bytes(Array(digits.utf8))
            else { return nil }
            return raw == "v_Data" ? .secret(SecretBytes(copying: bytes)) : .data(bytes)
        case .null, .real, .array, .integer: return nil
        }
    }

    /// Returns the place of a key in the explanation: first what selects items, then what is done with them.
    private static func rank(_ key: DictionaryKey) -> Int {
        switch key {
        case .itemClass: 0
        case .attribute, .persistentReference: 1
        case .value: 2
        case .match: 3
        case .returned: 4
        case .use: 5
        case .ignored, .unknown, .tooShort: 6
        }
    }
}

extension DictionaryKey {
    /// Whether the values of the key are objects that JSON can't hold.
    var takesObject: Bool {
        switch self {
        case .attribute(let attribute):
            [.accessControl, .creationDate, .modificationDate].contains(attribute)
        case .match(let key):
            [.itemList, .searchList, .policy, .issuers, .validOnDate].contains(key)
        case .use(let key): [.itemList, .keychain, .authenticationContext].contains(key)
        case .value(.reference): true
        default: false
        }
    }

    /// Whether the values of the key are booleans.
    fileprivate var takesFlag: Bool {
        switch self {
        case .returned: true
        case .match(let key):
            [.caseInsensitive, .diacriticInsensitive, .widthInsensitive, .trustedOnly]
                .contains(key)
        case .use(let key):
            [.noAuthenticationUI, .dataProtection, .userIndependent, .tombstones].contains(key)
        default: false
        }
    }
}
