// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("CFDictionaryGetValue")
private func value(_ dictionary: UnsafeRawPointer, _ key: UnsafeRawPointer) -> UnsafeRawPointer?
@_silgen_name("CFArrayGetValueAtIndex")
private func value(_ array: UnsafeRawPointer, _ index: Int) -> UnsafeRawPointer?

/// Takes results apart without Foundation's help, which makes a `Data`, and so a copy, of every
/// `NSData` that comes out of an array or a dictionary as `Any`.
enum Results {
    static func data(in result: AnyObject) -> NSData? {
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(result).toOpaque())
        defer { withExtendedLifetime(result) {} }
        switch result {
        case is NSArray:
            return object(value(pointer, 0)).flatMap(data)
        case is NSDictionary:
            let key = kSecValueData
            defer { withExtendedLifetime(key) {} }
            return object(value(pointer, Unmanaged.passUnretained(key).toOpaque())) as? NSData
        default:
            return result as? NSData
        }
    }

    private static func object(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }
}
