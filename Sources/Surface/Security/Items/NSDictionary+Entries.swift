// SPDX-License-Identifier: Apache-2.0
import Foundation

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
