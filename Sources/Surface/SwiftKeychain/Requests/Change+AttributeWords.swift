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
                switch try DictionaryKey(name).roleInUpdate() {
                case .itemClass: itemClass = try ItemClass(inUpdate: value.text)
                case .attribute(let attribute):
                    attributes[attribute] = try value.attributeValue(for: attribute)
                case .secret: secret = try value.secret(takesText: false)
                case .ignored: return
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
}
