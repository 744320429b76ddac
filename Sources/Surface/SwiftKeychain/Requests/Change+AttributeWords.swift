// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension Change {
    /// Reads the attributes to change from words.
    ///
    /// - Throws: `noSuchAttribute` for a name that is no attribute; `parameter` for a value that
    ///   its attribute doesn't accept, and for a class other than that of the items.
    package init(_ words: AttributeWords, of classes: Set<ItemClass>) throws(KeychainError) {
        if words.entries.count > Limits.dictionaryKeys {
            throw KeychainError(
                .parameter, "attributesToUpdate: more than \(Limits.dictionaryKeys) keys")
        }
        var attributes: [Attribute: AttributeValue] = [:]
        var secret: SecretBytes?
        var itemClass: ItemClass?
        var faults = DictionaryFaults()
        for (name, value) in words.entries {
            faults.noting {
                let key = DictionaryKey(name)
                switch key {
                case .itemClass:
                    itemClass = value.text.flatMap(ItemClass.init(rawValue:))
                    if itemClass == nil {
                        throw KeychainError(.parameter, "kSecClass: not the class of the item")
                    }
                case .attribute(let attribute):
                    // Apple's columns for the owner of an item; a store here has one owner.
                    if name == "musr" { return }
                    if name == "clip" || name == "ggrp" {
                        throw KeychainError.refused(attribute, "can't be changed")
                    }
                    attributes[attribute] = try value.attributeValue(for: attribute)
                case .value(.data): secret = try value.secret(takesText: false)
                case .value(let key):
                    throw KeychainError(.parameter, "\(key.constant): not in an update")
                case .persistentReference, .use(.dataProtection): return
                case .match(let key): throw Self.noAttribute(key.constant)
                case .returned(let key): throw Self.noAttribute(key.constant)
                case .use(let key): throw Self.noAttribute(key.constant)
                case .ignored, .unknown: throw Self.noAttribute("attributesToUpdate")
                case .tooShort:
                    throw KeychainError(
                        .parameter, "attributesToUpdate: a key under two characters")
                }
            }
        }
        try faults.check()
        if let itemClass, !classes.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item can't be changed")
        }
        try self.init(attributes, secret: secret)
        // Check now, whether or not an item will be found.
        for itemClass in classes { try check(for: itemClass) }
    }

    private static func noAttribute(_ key: String) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(key): not an attribute")
    }
}
