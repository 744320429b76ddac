// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("CFStringCreateWithBytes")
private func createString(
    _ allocator: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: CFIndex,
    _ encoding: UInt32, _ isExternal: UInt8
) -> UnsafeMutableRawPointer?

@_silgen_name("CFStringCreateWithCharacters")
private func createString(
    _ allocator: UnsafeRawPointer?, _ characters: UnsafePointer<UInt16>?, _ count: CFIndex
) -> UnsafeMutableRawPointer?

@_silgen_name("CFErrorCreate")
private func createError(
    _ allocator: UnsafeRawPointer?, _ domain: UnsafeRawPointer?, _ code: CFIndex,
    _ userInfo: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_silgen_name("keychain_dictionary")
private func createDictionary(
    _ keys: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ count: Int
) -> UnsafeMutableRawPointer?

@_silgen_name("keychain_array")
private func createArray(
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>?, _ count: Int
) -> UnsafeMutableRawPointer?

@_silgen_name("keychain_null") private func null() -> UnsafeMutableRawPointer

@_silgen_name("CFRelease") private func release(_ object: UnsafeRawPointer)

/// Objects as C programs get them.
///
/// Foundation's data, numbers and dates, and this library's references, are objects of Core Foundation
/// already. Its dictionaries, arrays, strings and errors are only partly compatible
/// (CFDictionaryGetValueIfPresent crashes), so they are copied. Its null has no Core Foundation type, so the C
/// library's null is returned instead.
package enum CoreFoundationCopy {
    /// Returns an object that the caller must release.
    package static func make(_ object: AnyObject) -> UnsafeMutableRawPointer? {
        if isOfCoreFoundation(object) { return Unmanaged.passRetained(object).toOpaque() }
        return switch object {
        case let string as NSString: make(string)
        case let dictionary as NSDictionary: make(dictionary)
        case let array as NSArray: make(array)
        case let error as NSError: make(error)
        case is NSNull: null()
        default: Unmanaged.passRetained(object).toOpaque()
        }
    }

    /// Returns whether Core Foundation made the object.
    private static func isOfCoreFoundation(_ object: AnyObject) -> Bool {
        let kind: AnyClass = type(of: object)
        return kind == CoreFoundationClass.dictionary || kind == CoreFoundationClass.array
            || kind == stringClass
    }

    /// The class, without a public name, of strings that Core Foundation makes: here of an empty one in UTF-8.
    private static let stringClass: AnyClass = type(
        of: Unmanaged<AnyObject>.fromOpaque(createString(nil, nil, 0, 0x0800_0100, 0)!)
            .takeRetainedValue())

    /// Makes a dictionary of C of the values and keys of a result.
    static func dictionary(_ values: [AnyObject], _ keys: [NSObject]) -> AnyObject {
        withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * values.count) {
            buffer in
            let (cValues, cKeys) = (buffer.baseAddress!, buffer.baseAddress! + values.count)
            for (index, value) in values.enumerated() {
                cValues[index] = UnsafeRawPointer(make(value))
                cKeys[index] = resultKeys[ObjectIdentifier(keys[index])]
            }
            let dictionary = createDictionary(cKeys, cValues, values.count)
            for index in 0..<values.count { release(cValues[index]) }
            return Unmanaged<AnyObject>.fromOpaque(dictionary!).takeRetainedValue()
        }
    }

    /// The keys of results as objects of C, by those of Swift.
    nonisolated(unsafe) private static let resultKeys = Dictionary(
        uniqueKeysWithValues: ResultShape.keys.map { (ObjectIdentifier($0), make(key: $0)!) })

    private static func make(_ string: NSString) -> UnsafeMutableRawPointer? {
        var text = string as String
        let made = text.withUTF8 { createString(nil, $0.baseAddress, $0.count, 0x0800_0100, 0) }
        return made
            ?? Array(text.utf16).withUnsafeBufferPointer {
                createString(nil, $0.baseAddress, $0.count)
            }
    }

    private static func make(_ dictionary: NSDictionary) -> UnsafeMutableRawPointer? {
        var keys: [UnsafeRawPointer?] = []
        var values: [UnsafeRawPointer?] = []
        dictionary.forEachEntry { key, value in
            keys.append(key.flatMap(make(key:)))
            values.append(value.flatMap(make).map { UnsafeRawPointer($0) })
        }
        defer {
            keys.forEach(release)
            values.forEach(release)
        }
        return createDictionary(&keys, &values, keys.count)
    }

    private static func make(key: AnyObject) -> UnsafeRawPointer? {
        let constant = (key as? NSString).flatMap { StringConstants.pointer(to: $0 as String) }
        return constant ?? make(key).map { UnsafeRawPointer($0) }
    }

    private static func make(_ array: NSArray) -> UnsafeMutableRawPointer? {
        var values = array.elements.map { $0.flatMap(make).map { UnsafeRawPointer($0) } }
        defer { values.forEach(release) }
        return createArray(&values, values.count)
    }

    private static func make(_ error: NSError) -> UnsafeMutableRawPointer? {
        let domain = make(NSString(string: error.domain))
        let userInfo = make(NSDictionary(dictionary: error.userInfo))
        defer {
            release(domain)
            release(userInfo)
        }
        return createError(nil, domain, error.code, userInfo)
    }

    private static func release(_ pointer: UnsafeRawPointer?) {
        if let pointer { SwiftKeychainABI.release(pointer) }
    }
}
