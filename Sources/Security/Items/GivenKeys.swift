import SwiftKeychainModel

/// Remembers which keys a dictionary held: one made in C may compare its keys by pointer, and hold
/// one of them twice in an order that changes from run to run.
struct GivenKeys {
    private var keys: [DictionaryKey] = []

    /// Notes a key other than an attribute; attributes are told apart where they are kept.
    ///
    /// - Throws: `parameter` when the key was there before.
    mutating func note(_ key: DictionaryKey, in name: String) throws(KeychainError) {
        switch key {
        case .attribute, .ignored, .unknown, .tooShort: return
        case .itemClass, .persistentReference, .match, .returned, .use, .value: break
        }
        if keys.contains(key) { throw KeychainError(.parameter, "\(name): a key given twice") }
        keys.append(key)
    }
}
