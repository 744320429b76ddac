// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The callbacks of a dictionary's keys, which have no effect: every dictionary retains its keys and
/// compares them as `kCFTypeDictionaryKeyCallBacks` does.
public struct CFDictionaryKeyCallBacks: Sendable {
    /// Makes callbacks.
    public init() {}
}

/// The callbacks of a dictionary's values, which have no effect: every dictionary retains its values.
public struct CFDictionaryValueCallBacks: Sendable {
    /// Makes callbacks.
    public init() {}
}

/// The callbacks for keys that are objects. A variable, so that `&` gives a pointer to it.
@_disfavoredOverload
public var kCFTypeDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The callbacks for string keys, which are copied.
@_disfavoredOverload
public var kCFCopyStringDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The callbacks for values that are objects. A variable, so that `&` gives a pointer to it.
@_disfavoredOverload
public var kCFTypeDictionaryValueCallBacks: CFDictionaryValueCallBacks {
    get { CFDictionaryValueCallBacks() }
    set {}
}

/// Makes an empty dictionary.
///
/// - Parameters:
///   - allocator: without effect, as `capacity` and the callbacks.
@_disfavoredOverload
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary()
}

/// Makes a dictionary of `numValues` keys and values, pointers to objects. Of equal keys the first one
/// counts.
///
/// - Parameter allocator: without effect, as the callbacks.
@_disfavoredOverload
public func CFDictionaryCreate(
    _ allocator: CFAllocator!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ numValues: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFDictionary! {
    let dictionary = NSMutableDictionary()
    for index in 0..<max(numValues, 0) {
        CFDictionaryAddValue(dictionary, keys[index], values[index])
    }
    return dictionary.copy() as? NSDictionary
}

/// Copies a dictionary.
@_disfavoredOverload
public func CFDictionaryCreateCopy(
    _ allocator: CFAllocator!, _ theDict: CFDictionary!
) -> CFDictionary! {
    theDict.copy() as? NSDictionary
}

/// Makes a mutable copy of a dictionary.
@_disfavoredOverload
public func CFDictionaryCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theDict: CFDictionary!
) -> CFMutableDictionary! {
    theDict.mutableCopy() as? NSMutableDictionary
}

/// Returns the number of entries.
@_disfavoredOverload
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

/// Returns the value of a key, a pointer to an object that the dictionary retains; nil when it has none.
@_disfavoredOverload
public func CFDictionaryGetValue(
    _ theDict: CFDictionary!, _ key: UnsafeRawPointer!
) -> UnsafeRawPointer! {
    withExtendedLifetime(theDict) { value(Unmanaged.passUnretained($0).toOpaque(), key) }
}

/// Stores the value of a key, and returns whether there is one.
@_disfavoredOverload
public func CFDictionaryGetValueIfPresent(
    _ theDict: CFDictionary!, _ key: UnsafeRawPointer!,
    _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
    guard let found = CFDictionaryGetValue(theDict, key) else { return false }
    value?.pointee = found
    return true
}

/// Returns whether a key has a value.
@_disfavoredOverload
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    CFDictionaryGetValue(theDict, key) != nil
}

/// Stores all keys and values, in the same order. Each array has room for them, or is nil.
@_disfavoredOverload
public func CFDictionaryGetKeysAndValues(
    _ theDict: CFDictionary!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
    withExtendedLifetime(theDict) {
        keysAndValues(Unmanaged.passUnretained($0).toOpaque(), keys, values)
    }
}

/// Adds an entry, pointers to objects that the dictionary retains, unless the key has a value.
@_disfavoredOverload
public func CFDictionaryAddValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    if !CFDictionaryContainsKey(theDict, key) { CFDictionarySetValue(theDict, key, value) }
}

/// Sets the value of a key, pointers to objects that the dictionary retains.
@_disfavoredOverload
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard let hashable = object(key) as? NSObject else { return }
    theDict.setObject(object(value), forKey: hashable)
}

/// Removes a key and its value.
@_disfavoredOverload
public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    theDict.removeObject(forKey: object(key))
}

/// Removes all entries.
@_disfavoredOverload
public func CFDictionaryRemoveAllValues(_ theDict: CFMutableDictionary!) {
    theDict.removeAllObjects()
}

func object(_ pointer: UnsafeRawPointer) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
}

// These return the objects themselves. The methods of Foundation convert them to values of Swift and
// back, which makes new objects.
@_silgen_name("CFDictionaryGetValue")
private func value(_ dictionary: UnsafeRawPointer, _ key: UnsafeRawPointer) -> UnsafeRawPointer?
@_silgen_name("CFDictionaryGetKeysAndValues")
private func keysAndValues(
    _ dictionary: UnsafeRawPointer, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>?)

extension NSMutableDictionary {
    /// Sets the value of a key, as Foundation of Apple's platforms does by key-value coding; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value { self[key] = value } else { removeObject(forKey: key) }
    }
}
