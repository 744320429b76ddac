// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@testable import SwiftKeychainABI

@_silgen_name("CFGetTypeID") private func typeID(_ object: UnsafeRawPointer) -> UInt
@_silgen_name("CFStringGetTypeID") private func stringTypeID() -> UInt
@_silgen_name("CFArrayGetTypeID") private func arrayTypeID() -> UInt
@_silgen_name("CFDictionaryGetTypeID") private func dictionaryTypeID() -> UInt
@_silgen_name("CFArrayGetCount") private func count(ofArray array: UnsafeRawPointer) -> CFIndex
@_silgen_name("CFArrayGetValueAtIndex")
private func value(_ array: UnsafeRawPointer, _ index: CFIndex) -> UnsafeRawPointer
@_silgen_name("CFDictionaryGetCount")
private func count(ofDictionary dictionary: UnsafeRawPointer) -> CFIndex
@_silgen_name("CFDictionaryGetKeysAndValues")
private func getEntries(
    _ dictionary: UnsafeRawPointer, _ keys: UnsafeMutablePointer<UnsafeRawPointer>?,
    _ values: UnsafeMutablePointer<UnsafeRawPointer>?)
@_silgen_name("CFRelease") private func release(_ object: UnsafeRawPointer)

/// The four calls, of Swift or of C.
///
/// Calls of C get the dictionaries as objects that Core Foundation made, and their results are read with its functions.
enum ItemCalls {
    @TaskLocal static var areOfC = false

    static func add(
        _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
        guard areOfC else { return SecItemAdd(attributes, result) }
        return lending(attributes) { attributes in
            storing(result) { SecItemAddExport(attributes, $0) }
        }
    }

    static func copyMatching(
        _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
        guard areOfC else { return SecItemCopyMatching(query, result) }
        return lending(query) { query in
            storing(result) { SecItemCopyMatchingExport(query, $0) }
        }
    }

    static func update(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
        guard areOfC else { return SecItemUpdate(query, change) }
        return lending(query) { query in lending(change) { SecItemUpdateExport(query, $0) } }
    }

    static func delete(_ query: CFDictionary) -> OSStatus {
        guard areOfC else { return SecItemDelete(query) }
        return lending(query) { SecItemDeleteExport($0) }
    }

    private static func lending(
        _ dictionary: CFDictionary, _ body: (UnsafeRawPointer?) -> OSStatus
    ) -> OSStatus {
        let copy = CoreFoundationCopy.make(dictionary)
        defer { copy.map { release($0) } }
        return body(copy)
    }

    private static func storing(
        _ result: UnsafeMutablePointer<CFTypeRef?>?,
        _ body: (UnsafeMutablePointer<UnsafeRawPointer?>?) -> OSStatus
    ) -> OSStatus {
        guard let result else { return body(nil) }
        var stored: UnsafeRawPointer?
        let status = body(&stored)
        if let stored {
            result.pointee = object(stored)
            release(stored)
        }
        return status
    }

    /// Copies an object of Core Foundation, and the strings and collections in it.
    private static func object(_ pointer: UnsafeRawPointer) -> AnyObject {
        switch typeID(pointer) {
        case stringTypeID(): return Argument.string(pointer)!
        case arrayTypeID():
            return NSArray(
                array: (0..<count(ofArray: pointer)).map { object(value(pointer, $0)) })
        case dictionaryTypeID():
            let count = count(ofDictionary: pointer)
            var keys = [UnsafeRawPointer](repeating: pointer, count: count)
            var values = keys
            getEntries(pointer, &keys, &values)
            let copy = NSMutableDictionary()
            for (key, value) in zip(keys, values) { copy[object(key) as! NSObject] = object(value) }
            return copy
        default: return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        }
    }
}
