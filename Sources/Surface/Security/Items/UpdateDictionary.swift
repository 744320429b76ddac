// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

/// The values of the second dictionary of an update.
///
/// Its keys are attributes and `kSecValueData`. A returned dictionary may be passed unchanged: the
/// class, the dates and the persistent reference are accepted and have no effect.
struct UpdateDictionary {
    private(set) var itemClass: ItemClass?
    private(set) var attributes: [Attribute: AttributeValue] = [:]
    private(set) var secret: SecretBytes?

    /// Reads the second dictionary of an update.
    ///
    /// - Throws: `noSuchAttribute` for a key that is not an attribute; `parameter` for too many
    ///   keys, for a reference and for a value its key does not take, null pointers included.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        try dictionary.readEntries(of: "attributesToUpdate") { key, _, value in
            try read(key, value)
        }.check()
    }

    private mutating func read(_ key: DictionaryKey, _ value: CFValue) throws(KeychainError) {
        switch key {
        case .itemClass: itemClass = try Self.sameClass(value)
        case .attribute(let attribute): try read(attribute.holding(value), value)
        case .value(.data): secret = try value.secret(takesText: false)
        case .value(let key): throw KeychainError(.parameter, "\(key.constant): not in an update")
        case .persistentReference, .use(.dataProtection): break
        case .match(let key): throw Self.noAttribute(key.constant)
        case .returned(let key): throw Self.noAttribute(key.constant)
        case .use(let key): throw Self.noAttribute(key.constant)
        case .ignored, .unknown: throw Self.noAttribute("attributesToUpdate")
        case .tooShort:
            throw KeychainError(.parameter, "attributesToUpdate: a key under two characters")
        }
    }

    private mutating func read(
        _ attribute: Attribute, _ value: CFValue
    ) throws(KeychainError) {
        if attribute.isOwner { return }
        if attribute.rawValue == "clip" || attribute.rawValue == "ggrp" {
            throw KeychainError.refused(attribute, "cannot be changed")
        }
        try attributes.add(value, for: attribute)
    }

    /// Reads a class that must turn out to be the item's own.
    private static func sameClass(_ value: CFValue) throws(KeychainError) -> ItemClass {
        guard let known = value.text.flatMap(ItemClass.init(rawValue:)) else {
            throw KeychainError(.parameter, "kSecClass: not the class of the item")
        }
        return known
    }

    private static func noAttribute(_ key: String) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(key): no attribute")
    }
}
