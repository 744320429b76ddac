// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

@_silgen_name("CFDictionaryGetKeysAndValues")
private func getKeysAndValues(
    _ dictionary: UnsafeRawPointer, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>?)

extension NSDictionary {
    /// Calls `body` for every entry of a caller's dictionary, without bridging it; with nil for a null
    /// pointer.
    ///
    /// The dictionary may come from Swift or from C, where it can hold null pointers and may compare
    /// its keys by pointer. Its entries are listed, never looked up.
    package func forEachEntry(_ body: (_ key: AnyObject?, _ value: AnyObject?) -> Void) {
        guard isListedByPointers else {
            return enumerateKeysAndObjects(options: []) { key, value, _ in
                body(key as AnyObject, value as AnyObject)
            }
        }
        let count = count
        withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { buffer in
            guard let keys = buffer.baseAddress, count > 0 else { return }
            let values = keys + count
            getKeysAndValues(Unmanaged.passUnretained(self).toOpaque(), keys, values)
            for index in 0..<count {
                body(Self.object(keys[index]), Self.object(values[index]))
            }
            // The pointers are borrowed from the dictionary.
            withExtendedLifetime(self) {}
        }
    }

    /// Whether the dictionary holds its objects itself.
    ///
    /// A subclass written in Swift may make them on demand, and nothing else would retain them.
    private var isListedByPointers: Bool {
        let kind: AnyClass = type(of: self)
        return kind == NSDictionary.self || kind == NSMutableDictionary.self
            || kind == CoreFoundationClass.dictionary
    }

    private static func object(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
}

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
                guard let key else {
                    throw KeychainError(.parameter, "\(name): a null pointer as a key")
                }
                guard let text = CFValue(key).text else {
                    throw CFValue(key).number == nil
                        ? KeychainError(.parameter, "\(name): a key that is not a string")
                        : KeychainError(.noSuchAttribute, "\(name): a number as a key")
                }
                let known = DictionaryKey(text)
                switch known {
                case .attribute, .ignored, .unknown, .tooShort: break
                // A dictionary made in C may compare its keys by pointer, and then contain a key twice, in an order that
                // changes from run to run. Repeated attributes are refused where they are read.
                case .itemClass, .persistentReference, .match, .returned, .use, .value:
                    if seen.contains(known) {
                        throw KeychainError(.parameter, "\(name): a key was given twice")
                    }
                    seen.append(known)
                }
                guard let value else {
                    throw KeychainError(.parameter, "\(name): a null pointer as a value")
                }
                try body(known, text, CFValue(value))
            }
        }
        return faults
    }
}
