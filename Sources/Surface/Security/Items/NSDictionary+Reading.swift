// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

extension NSDictionary {
    /// Calls `body` with each key of a caller's dictionary, its text and its value.
    ///
    /// - Parameter name: what errors call the dictionary.
    /// - Returns: the faults of single entries: what `body` throws; `noSuchAttribute` for a number as a key, `parameter`
    ///   for any other that is not a string, for a key given twice, and for null pointers.
    /// - Throws: `parameter` for too many keys, none of which is read.
    func readEntries(
        of name: String, _ body: (DictionaryKey, String, CFValue) throws -> Void
    ) throws(KeychainError) -> DictionaryFaults {
        if count > Limits.dictionaryKeys {
            throw KeychainError(.parameter, "\(name): more than \(Limits.dictionaryKeys) keys")
        }
        var faults = DictionaryFaults()
        var seen: [DictionaryKey] = []
        forEachEntry { key, value in
            faults.noting {
                guard let object = key.map(CFValue.init) else {
                    throw KeychainError(.parameter, "\(name): a null pointer as a key")
                }
                guard let text = object.text else {
                    throw object.number == nil
                        ? KeychainError(.parameter, "\(name): a key that is not a string")
                        : KeychainError(.noSuchAttribute, "\(name): a number as a key")
                }
                let key = DictionaryKey(text)
                switch key {
                case .attribute, .ignored, .unknown, .tooShort: break
                // A dictionary made in C may compare its keys by pointer, and then contain a key twice, in an order that
                // changes from run to run. Repeated attributes are refused where they are read.
                case .itemClass, .persistentReference, .match, .returned, .use, .value:
                    if seen.contains(key) {
                        throw KeychainError(.parameter, "\(name): a key was given twice")
                    }
                    seen.append(key)
                }
                guard let value = value.map(CFValue.init) else {
                    throw KeychainError(.parameter, "\(name): a null pointer as a value")
                }
                try body(key, text, value)
            }
        }
        return faults
    }
}
