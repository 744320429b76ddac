// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

/// A dictionary of parameters, read by name; unknown names have no effect.
struct KeyParameters {
    private var values: [String: CFValue] = [:]

    /// - Throws: `parameter` for a key that is not a string, a null pointer, or too many entries.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        if dictionary.count > Limits.dictionaryKeys {
            throw KeychainError(.parameter, "parameters: more than \(Limits.dictionaryKeys) keys")
        }
        let refusal = KeychainError(
            .parameter, "parameters: a key that is not a string, or a null pointer")
        for (name, value) in try CFValue.entries(of: dictionary, or: refusal) {
            values[name] = CFValue(value)
        }
    }

    /// Returns the parameters of one half: its own entries, and those of the whole that don't
    /// describe the pair.
    func half(_ own: KeyParameters?) -> KeyParameters {
        var half = self
        for name in [Attribute.type, .keySizeInBits, .keyClass] {
            half.values[name.rawValue] = nil
        }
        half.values["private"] = nil
        half.values["public"] = nil
        half.values.merge(own?.values ?? [:]) { $1 }
        return half
    }

    /// Removes what the key itself names, for which the whole wins over the half, and sets whether the half is stored
    /// unless the caller says.
    mutating func prepareForToken(isPermanent: Bool) {
        for name in [Attribute.tokenID, .type, .keySizeInBits] { values[name.rawValue] = nil }
        if values[Attribute.isPermanent.rawValue] == nil {
            values[Attribute.isPermanent.rawValue] = CFValue(NSNumber(value: isPermanent))
        }
    }

    subscript(_ name: String) -> CFValue? { values[name] }

    subscript(_ attribute: Attribute) -> CFValue? { values[attribute.rawValue] }

    /// Reads a number, which may be given as text, like the values of several constants.
    func integer(_ attribute: Attribute) throws(KeychainError) -> Int? {
        guard let value = self[attribute] else { return nil }
        guard let number = value.integer.map(Int.init) ?? value.text.flatMap({ Int($0) }) else {
            throw .refused(attribute, "not a number")
        }
        return number
    }

    func boolean(_ attribute: Attribute) throws(KeychainError) -> Bool? {
        try self[attribute]?.flag(attribute.constant)
    }

    /// Reads a dictionary within the dictionary.
    func nested(_ name: String, constant: String) throws(KeychainError) -> KeyParameters? {
        guard let value = self[name] else { return nil }
        guard let dictionary = value.object as? NSDictionary else {
            throw KeychainError(.parameter, "\(constant): not a dictionary")
        }
        return try KeyParameters(dictionary)
    }

    /// Reads `kSecAttrKeyType`, which is required.
    func typeNumber() throws(KeychainError) -> Int {
        // The attribute has the same name as the type of a password.
        guard self[Attribute.type] != nil else {
            throw KeychainError(.parameter, "kSecAttrKeyType: missing")
        }
        guard let number = try? integer(.type) else {
            throw KeychainError(.parameter, "kSecAttrKeyType: not a number")
        }
        return number
    }

    /// Reads `kSecAttrKeyType` for a pair.
    func pairType() throws(KeychainError) -> CryptoKey.KeyType {
        guard let type = CryptoKey.KeyType(rawValue: try typeNumber()) else {
            throw KeychainError(.parameter, "kSecAttrKeyType: neither RSA nor an elliptic curve")
        }
        return type
    }

    /// Reads the attributes of a key other than its class, type and size.
    ///
    /// - Throws: `parameter` for a value its attribute does not take.
    func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        for attribute in Self.free {
            guard let value = self[attribute],
                let description = ItemClass.key.attributes[attribute]
            else { continue }
            if SecKey.flags.contains(attribute) {
                attributes[attribute] = try boolean(attribute).map { .boolean($0) }
            } else {
                attributes[attribute] = try description.accept(
                    try AttributeValue(value, for: attribute))
            }
        }
        return attributes
    }

    /// Reads the attributes to store a key with; other keys have no effect.
    ///
    /// - Throws: `parameter` for an invalid value of an attribute.
    func storedAttributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        for (name, value) in values {
            if case .attribute(let attribute) = DictionaryKey(name) {
                try attributes.add(value, for: attribute.holding(value))
            }
        }
        return attributes
    }

    /// Reads `kSecUseKeychain`; nil where it is missing.
    func keychain() throws(KeychainError) -> Keychain? {
        guard let value = self[UseKey.keychain.rawValue] else { return nil }
        return try Keychain(value.object, key: UseKey.keychain.constant)
    }

    /// Reads how the user may be asked.
    ///
    /// - Throws: as ``UseOptions``; `parameter` for `kSecUseAuthenticationUISkip`.
    func use() throws(KeychainError) -> UseOptions {
        var use = UseOptions()
        for key in UseKey.aboutAsking {
            if let value = self[key.rawValue] { try use.read(key, value) }
        }
        try use.check(for: .add)
        return use
    }

    /// The attributes that a caller can set on any key.
    private static let free: Set<Attribute> = SecKey.flags.subtracting([.isPermanent])
        .union([
            .label, .alias, .applicationLabel, .applicationTag, .creator, .startDate, .endDate,
        ])
}
