import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel

/// Reads a dictionary of parameters by name, once; what nobody asks for is without effect.
struct KeyParameters {
    private var values: [String: CallerValue] = [:]

    /// - Throws: `parameter` for a key that is no string, a null pointer, or too many entries.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        let entries = CallerDictionary(dictionary)
        if entries.count > Limits.dictionaryKeys {
            throw KeychainError(.parameter, "parameters: more than \(Limits.dictionaryKeys) keys")
        }
        var values: [String: CallerValue] = [:]
        var isNonsense = false
        entries.forEachEntry { key, value in
            guard let key, let value, let name = CallerValue(key).text else {
                isNonsense = true
                return
            }
            values[name] = CallerValue(value)
        }
        if isNonsense {
            throw KeychainError(
                .parameter, "parameters: a key that is no string, or a null pointer")
        }
        self.values = values
    }

    /// Gives what a half of a pair is made with: its own entries above those of the whole, less
    /// what those say of the pair.
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

    subscript(_ name: String) -> CallerValue? { values[name] }

    subscript(_ attribute: Attribute) -> CallerValue? { values[attribute.rawValue] }

    /// Reads a number, also where it was given as text, as the values of several constants are.
    func integer(_ attribute: Attribute) throws(KeychainError) -> Int? {
        guard let value = self[attribute] else { return nil }
        guard let number = value.integer.map(Int.init) ?? value.text.flatMap({ Int($0) }) else {
            throw .refused(attribute, "not a number")
        }
        return number
    }

    func boolean(_ attribute: Attribute) throws(KeychainError) -> Bool? {
        guard let value = self[attribute] else { return nil }
        guard let flag = value.boolean else { throw .refused(attribute, "not a boolean") }
        return flag
    }

    /// Reads a dictionary within the dictionary.
    func nested(_ name: String, constant: String) throws(KeychainError) -> KeyParameters? {
        guard let value = self[name] else { return nil }
        guard let dictionary = value.object as? NSDictionary else {
            throw KeychainError(.parameter, "\(constant): not a dictionary")
        }
        return try KeyParameters(dictionary)
    }

    /// Reads `kSecAttrKeyType`, which must be there.
    func typeNumber() throws(KeychainError) -> Int {
        // The name of the attribute is that of the type of a password too.
        guard self[Attribute.type] != nil else {
            throw KeychainError(.parameter, "kSecAttrKeyType: missing")
        }
        guard let number = try? integer(.type) else {
            throw KeychainError(.parameter, "kSecAttrKeyType: not a number")
        }
        return number
    }

    /// Reads `kSecAttrKeyType` where it is to be that of a pair.
    func pairType() throws(KeychainError) -> CryptoKey.KeyType {
        guard let type = CryptoKey.KeyType(rawValue: try typeNumber()) else {
            throw KeychainError(.parameter, "kSecAttrKeyType: neither RSA nor an elliptic curve")
        }
        return type
    }

    /// Reads what is said of a key beside its class, type and size.
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

    /// Reads what a key is to be stored with; keys that are no attributes are without effect.
    ///
    /// - Throws: `parameter` for what is no value of an attribute.
    func storedAttributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        for (name, value) in values {
            if case .attribute(let attribute) = DictionaryKey(name) {
                attributes[attribute] = try AttributeValue(value, for: attribute)
            }
        }
        return attributes
    }

    /// Reads `kSecUseKeychain`; nil where it is missing.
    func keychain() throws(KeychainError) -> Keychain? {
        try self[UseKey.keychain.rawValue].map { value throws(KeychainError) in
            try Keychain(value.object, key: UseKey.keychain.constant)
        }
    }

    /// Reads how to go about a person.
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

    /// Lists the attributes of a key that are its owner's to set, wherever it lies.
    private static let free: Set<Attribute> = SecKey.flags.subtracting([.isPermanent])
        .union([
            .label, .alias, .applicationLabel, .applicationTag, .creator, .startDate, .endDate,
        ])
}
