import Foundation
import KeychainMemory
import KeychainModel

/// Holds what a dictionary given to SecItemAdd asks for.
package struct AddRequest: Sendable {
    package let item: NewItem
    package let shape: ResultShape
    package let location: KeychainLocation

    /// Reads the dictionary of an item to add.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary`` and
    ///   ``NewItem``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .add)
        if read.reference != nil {
            throw KeychainError(
                .parameter, "kSecValueRef: a password that is stored is not added again")
        }
        // The new item gets a reference of its own; this one only tells the class.
        let named = read.persistentReference?.reference.itemClass
        guard let itemClass = read.itemClass ?? named else {
            throw KeychainError(.parameter, "kSecClass: missing")
        }
        if let named, named != itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValuePersistentRef")
        }
        var secret: SecretBytes?
        if let value = read.secret { secret = try value.secret(takesText: true) }
        item = try NewItem(itemClass, attributes: read.attributes, secret: secret)
        shape = ResultShape(read.returned, isArray: false)
        location = read.use.keychain ?? .standard
    }
}
