import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// Finds the keychains that a command names.
enum KeychainArgument {
    /// Gives the keychain that `word` names: a path, or a name beside the default store.
    static func keychain(_ word: [UInt8]) throws(CommandFailure) -> Keychain {
        guard !word.isEmpty else { throw .usage("the name of the keychain is empty") }
        return Keychain(path: String(path: word))
    }

    /// Gives the keychains that `words` name, and the default one when there are none.
    static func keychains(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? [Keychain.default] : try named(words)
    }

    /// Gives the keychains that `words` name, and those that are searched when there are none.
    static func searched(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        words.isEmpty ? Keychain.searched : try named(words)
    }

    /// Gives the keychains that `words` name.
    static func named(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        var keychains: [Keychain] = []
        for word in words { keychains.append(try keychain(word)) }
        return keychains
    }
}
