// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// The attributes of the `item` command, written `name=value,name=value`.
///
/// ``ItemRequest`` interprets them. A value is text, or data if it isn't UTF-8. A backslash in it takes
/// the next byte literally, and a name without a value is true.
///
///     svce=mail,acct=jane            two attributes
///     class=genp,r_Attributes        a class, and a flag
///     labl=a\,b\=c                   the text "a,b=c"
package struct AttributeWords {
    /// What a word, or a member of a dictionary in JSON, can be. A secret has its own case, so that it gets into locked
    /// memory where it is read.
    package enum Value {
        case text(String)
        case data([UInt8])
        case secret(SecretBytes)
        case number(Int)
        case accessControl(AccessControl)
        case context(AuthenticationContext)
        case flag
        /// A value of JSON that no key takes, and why no attribute does.
        case other(String)
    }

    private(set) var entries: [String: Value] = [:]

    /// Reads words of `name=value` pairs with commas between them.
    package init(_ words: [[UInt8]]) throws(WordFault) {
        for word in words {
            for (name, value) in try Self.pairs(word) { try set(name, bytes: value) }
        }
    }

    /// Returns whether a name was given, with or without a value.
    package func holds(_ name: String) -> Bool { entries[name] != nil }

    /// Sets one entry; a name can be set once.
    package mutating func set(_ name: String, to value: Value) throws(WordFault) {
        if entries.updateValue(value, forKey: name) != nil { throw .usage("\(name): given twice") }
    }

    /// Sets a key to the word after its equals sign, read by the key's type; a key without one is a flag.
    private mutating func set(_ name: String, bytes: [UInt8]?) throws(WordFault) {
        guard let bytes else { return try set(name, to: .flag) }
        switch name {
        case "v_Data":
            try set(name, to: .secret(SecretBytes(copying: bytes)))
        case "v_PersistentRef":
            guard let reference = Base64.bytes(bytes) else {
                throw .usage("\(name): must be base64")
            }
            try set(name, to: .data(reference))
        case "accc":
            guard entries[name] == nil else { throw .usage("\(name): given twice") }
            let control = try AccessControlText.read(String(decoding: bytes, as: UTF8.self))
            try set(name, to: .accessControl(control))
        default:
            let text = String(validating: bytes, as: UTF8.self)
            try set(name, to: text.map { .text($0) } ?? .data(bytes))
        }
    }

    /// Splits a word at commas, and each piece at its first equals sign.
    ///
    /// - Returns: the pairs in the order of the word, with nil for a name without an equals sign.
    /// - Throws: `usage` for a name that is empty, isn't UTF-8 or has a backslash, and for a backslash at the end.
    package static func pairs(_ word: [UInt8]) throws(WordFault) -> [(
        name: String, value: [UInt8]?
    )] {
        var pairs: [(name: String, value: [UInt8]?)] = []
        var name: [UInt8] = []
        var value: [UInt8]?
        func end() throws(WordFault) {
            guard let text = String(validating: name, as: UTF8.self), !text.isEmpty else {
                throw .usage("an attribute has no name")
            }
            pairs.append((text, value))
            (name, value) = ([], nil)
        }
        var position = 0
        while position < word.count {
            var byte = word[position]
            position += 1
            if byte == UInt8(ascii: ",") {
                try end()
                continue
            }
            if byte == UInt8(ascii: "="), value == nil {
                value = []
                continue
            }
            if byte == UInt8(ascii: "\\") {
                // The secret of v_Data is erased from the arguments by this name, as it is written.
                guard value != nil else { throw .usage("a backslash in a name") }
                guard position < word.count else { throw .usage("a backslash at the end") }
                byte = word[position]
                position += 1
            }
            if value == nil { name.append(byte) } else { value?.append(byte) }
        }
        try end()
        return pairs
    }
}

// Conversions to the types that keys take.
extension AttributeWords.Value {
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// Whether the value is data.
    var isData: Bool {
        switch self {
        case .data, .secret: true
        default: false
        }
    }

    /// Returns the value of an attribute.
    ///
    /// - Throws: `parameter` for a value that no attribute takes.
    func attributeValue(for attribute: Attribute) throws(KeychainError) -> AttributeValue {
        // Names of certificates are compared in their DER encoding, which text can't be.
        let isName = attribute == .subject || attribute == .issuer
        if isName, !isData { throw KeychainError.refused(attribute, "not data") }
        if attribute == .accessControl {
            guard case .accessControl(let control) = self else {
                throw KeychainError.refused(attribute, "not a SecAccessControl")
            }
            return .data(control.encoded())
        }
        switch self {
        case .text(let text): return .string(text)
        case .flag: return .boolean(true)
        case .data(let bytes):
            guard bytes.count <= Limits.attributeBytes else {
                throw KeychainError.refused(attribute, "larger than \(Limits.attributeBytes) bytes")
            }
            // Certificates contain the complete encoding of a name.
            return .data(isName ? DistinguishedName.normalisedContent(of: bytes) ?? bytes : bytes)
        case .number(let number): return .number(Int64(number))
        case .other(let rule): throw KeychainError.refused(attribute, rule)
        case .secret, .accessControl, .context:
            throw KeychainError.refused(attribute, "a value of this type is not accepted")
        }
    }

    /// Returns the limit of `kSecMatchLimit`.
    func limit() throws(KeychainError) -> Query.Limit {
        switch self {
        case .text("m_LimitOne"), .number(1): return .one
        case .text("m_LimitAll"): return .all
        case .number(let count) where count > 1: return .atMost(count)
        case .number: throw ItemRequest.invalid(MatchKey.limit.constant, "below 1")
        default:
            throw ItemRequest.invalid(
                MatchKey.limit.constant,
                "neither a number nor one of the kSecMatchLimit values")
        }
    }

    /// Returns the text of the key that `name` is the constant of.
    func text(for name: String) throws(KeychainError) -> String {
        guard let text else { throw ItemRequest.invalid(name, "not valid Unicode text") }
        return text
    }

    /// Returns true for a name without a value, the only boolean that words can express.
    func flag(for name: String) throws(KeychainError) -> Bool {
        guard case .flag = self else { throw ItemRequest.invalid(name, "not a boolean") }
        return true
    }

    /// Returns the secret of `kSecValueData`.
    ///
    /// - Throws: `parameter` for another type and for a secret larger than ``Limits``.
    func secret(takesText: Bool) throws(KeychainError) -> SecretBytes {
        guard case .secret(let secret) = self else {
            throw KeychainError(
                .parameter,
                takesText
                    ? "kSecValueData: neither data nor valid Unicode text"
                    : "kSecValueData: not data")
        }
        if secret.count > Limits.secretBytes {
            throw KeychainError(
                .parameter, "kSecValueData: larger than \(Limits.secretBytes) bytes")
        }
        return secret
    }
}
