// SPDX-License-Identifier: Apache-2.0
import Foundation

// Objects as C code makes them, by the symbols of Core Foundation.

@_silgen_name("CFDictionaryCreate")
private func createDictionary(
    _ allocator: UnsafeRawPointer?, _ keys: UnsafePointer<UnsafeRawPointer?>?,
    _ values: UnsafePointer<UnsafeRawPointer?>?, _ count: Int,
    _ keyCallBacks: UnsafeRawPointer?, _ valueCallBacks: UnsafeRawPointer?
) -> Unmanaged<NSDictionary>

@_silgen_name("CFArrayCreate")
private func createArray(
    _ allocator: UnsafeRawPointer?, _ values: UnsafePointer<UnsafeRawPointer?>?, _ count: Int,
    _ callBacks: UnsafeRawPointer?
) -> Unmanaged<NSArray>

@_silgen_name("CFStringCreateWithCharacters")
private func createString(
    _ allocator: UnsafeRawPointer?, _ characters: UnsafePointer<UInt16>, _ count: Int
) -> Unmanaged<NSString>

@_silgen_name("CFUUIDCreate")
private func createUUID(_ allocator: UnsafeRawPointer?) -> Unmanaged<AnyObject>

@_silgen_name("CFUUIDCreateString")
private func createText(
    _ allocator: UnsafeRawPointer?, _ uuid: UnsafeRawPointer
) -> Unmanaged<NSString>

enum CoreFoundationMade {
    /// Lends a dictionary without callbacks, which holds null pointers and retains nothing.
    static func withDictionary<Result>(
        _ entries: [(key: AnyObject?, value: AnyObject?)], _ body: (NSDictionary) throws -> Result
    ) rethrows -> Result {
        let dictionary = createDictionary(
            nil, entries.map { pointer($0.key) }, entries.map { pointer($0.value) }, entries.count,
            nil, nil)
        defer { withExtendedLifetime(entries) {} }
        return try body(dictionary.takeRetainedValue())
    }

    /// Lends an array without callbacks, which holds null pointers and retains nothing.
    static func withArray<Result>(
        _ elements: [AnyObject?], _ body: (NSArray) throws -> Result
    ) rethrows -> Result {
        let array = createArray(nil, elements.map(pointer), elements.count, nil)
        defer { withExtendedLifetime(elements) {} }
        return try body(array.takeRetainedValue())
    }

    private static func pointer(_ object: AnyObject?) -> UnsafeRawPointer? {
        object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }

    /// Makes a string of UTF-16 units, which may hold half a surrogate pair.
    static func string(_ units: [UInt16]) -> NSString {
        createString(nil, units, units.count).takeRetainedValue()
    }

    static func string(_ text: String) -> NSString { string(Array(text.utf16)) }

    /// Makes a UUID and its text.
    static func uuid() -> (uuid: AnyObject, text: String) {
        let uuid = createUUID(nil).takeRetainedValue()
        let text = createText(nil, Unmanaged.passUnretained(uuid).toOpaque()).takeRetainedValue()
        return (uuid, text as String)
    }
}
