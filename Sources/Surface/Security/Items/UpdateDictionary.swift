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
        switch try key.roleInUpdate() {
        case .itemClass: itemClass = try ItemClass(inUpdate: value.text)
        case .attribute(let attribute):
            try attributes.add(value, for: attribute.holding(value))
        case .secret: secret = try value.secret(takesText: false)
        case .ignored: break
        }
    }
}
