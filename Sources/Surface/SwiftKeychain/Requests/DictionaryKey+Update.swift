// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The meaning of a key in the second dictionary of an update.
package enum RoleInUpdate {
    case itemClass
    case attribute(Attribute)
    case secret
    /// Accepted without effect, so that a returned dictionary may be passed unchanged.
    case ignored
}

extension DictionaryKey {
    /// Returns the meaning of the key in the second dictionary of an update.
    ///
    /// - Throws: `noSuchAttribute` for a key that is not an attribute; `parameter` for a reference, and for an
    ///   attribute that can't be changed.
    package func roleInUpdate() throws(KeychainError) -> RoleInUpdate {
        switch self {
        case .itemClass: return .itemClass
        case .attribute(let attribute) where attribute == .owner: return .ignored
        case .attribute(let attribute) where ["clip", "ggrp"].contains(attribute.rawValue):
            throw KeychainError.refused(attribute, "can't be changed")
        case .attribute(let attribute): return .attribute(attribute)
        case .value(.data): return .secret
        case .value(let key): throw ItemRequest.invalid(key.constant, "not in an update")
        case .persistentReference, .use(.dataProtection): return .ignored
        case .match(let key): throw Self.noAttribute(key.constant)
        case .returned(let key): throw Self.noAttribute(key.constant)
        case .use(let key): throw Self.noAttribute(key.constant)
        case .ignored, .unknown: throw Self.noAttribute("attributesToUpdate")
        case .tooShort:
            throw ItemRequest.invalid("attributesToUpdate", "a key under two characters")
        }
    }

    private static func noAttribute(_ key: String) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(key): not an attribute")
    }
}

extension ItemClass {
    /// Reads the class in the second dictionary of an update, which must turn out to be the item's own.
    ///
    /// - Throws: `parameter` for nil and for an unknown class.
    package init(inUpdate text: String?) throws(KeychainError) {
        guard let known = text.flatMap(ItemClass.init(rawValue:)) else {
            throw ItemRequest.invalid("kSecClass", "not the class of the item")
        }
        self = known
    }
}
