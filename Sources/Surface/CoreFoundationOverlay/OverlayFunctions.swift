// SPDX-License-Identifier: Apache-2.0
// Table: the Core Foundation functions whose results or arguments are of no type of this module, so that
// only these declarations make objects of the types that Security uses. Their pointers are not optional: that
// makes the compiler prefer them to the functions of the Clang module.
import Foundation

/// Makes an empty dictionary.
@_alwaysEmitIntoClient
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    SwiftKeychainCoreFoundation.CFDictionaryCreateMutable(
        allocator, capacity, keyCallBacks, valueCallBacks)
}

/// Makes a dictionary of `numValues` keys and values, pointers to objects. Of equal keys the first one
@_alwaysEmitIntoClient
public func CFDictionaryCreate(
    _ allocator: CFAllocator!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>, _ numValues: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFDictionary! {
    SwiftKeychainCoreFoundation.CFDictionaryCreate(
        allocator, keys, values, numValues, keyCallBacks, valueCallBacks)
}

/// Makes an array of `numValues` pointers to objects.
@_alwaysEmitIntoClient
public func CFArrayCreate(
    _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>,
    _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
    SwiftKeychainCoreFoundation.CFArrayCreate(allocator, values, numValues, callBacks)
}

/// Makes an empty array.
@_alwaysEmitIntoClient
public func CFArrayCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
    SwiftKeychainCoreFoundation.CFArrayCreateMutable(allocator, capacity, callBacks)
}

/// Copies bytes.
@_alwaysEmitIntoClient
public func CFDataCreate(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex
) -> CFData! {
    SwiftKeychainCoreFoundation.CFDataCreate(allocator, bytes, length)
}

/// Wraps bytes without copying them.
@_alwaysEmitIntoClient
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ length: CFIndex,
    _ bytesDeallocator: CFAllocator!
) -> CFData! {
    SwiftKeychainCoreFoundation.CFDataCreateWithBytesNoCopy(
        allocator, bytes, length, bytesDeallocator)
}

/// Makes bytes that can be changed, none at first.
@_alwaysEmitIntoClient
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
    SwiftKeychainCoreFoundation.CFDataCreateMutable(allocator, capacity)
}

/// Makes a string of text that ends with a zero byte; nil for bytes that the encoding doesn't have.
@_alwaysEmitIntoClient
public func CFStringCreateWithCString(
    _ alloc: CFAllocator!, _ cStr: UnsafePointer<CChar>, _ encoding: CFStringEncoding
) -> CFString! {
    SwiftKeychainCoreFoundation.CFStringCreateWithCString(alloc, cStr, encoding)
}

/// Makes a string of bytes; nil for bytes that the encoding doesn't have.
@_alwaysEmitIntoClient
public func CFStringCreateWithBytes(
    _ alloc: CFAllocator!, _ bytes: UnsafePointer<UInt8>, _ numBytes: CFIndex,
    _ encoding: CFStringEncoding, _ isExternalRepresentation: Bool
) -> CFString! {
    SwiftKeychainCoreFoundation.CFStringCreateWithBytes(
        alloc, bytes, numBytes, encoding, isExternalRepresentation)
}

/// Makes a number of the value at a pointer.
@_alwaysEmitIntoClient
public func CFNumberCreate(
    _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer
) -> CFNumber! {
    SwiftKeychainCoreFoundation.CFNumberCreate(allocator, theType, valuePtr)
}

/// Makes a date of a number of seconds since 2001-01-01 00:00:00 UTC.
@_alwaysEmitIntoClient
public func CFDateCreate(_ allocator: CFAllocator!, _ at: CFAbsoluteTime) -> CFDate! {
    SwiftKeychainCoreFoundation.CFDateCreate(allocator, at)
}

/// Makes a range of its first index and its length.
@_alwaysEmitIntoClient
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    SwiftKeychainCoreFoundation.CFRangeMake(loc, len)
}

/// The callbacks for objects.
@_alwaysEmitIntoClient public var kCFTypeDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The callbacks for objects.
@_alwaysEmitIntoClient public var kCFCopyStringDictionaryKeyCallBacks: CFDictionaryKeyCallBacks {
    get { CFDictionaryKeyCallBacks() }
    set {}
}

/// The callbacks for objects.
@_alwaysEmitIntoClient public var kCFTypeDictionaryValueCallBacks: CFDictionaryValueCallBacks {
    get { CFDictionaryValueCallBacks() }
    set {}
}

/// The callbacks for objects.
@_alwaysEmitIntoClient public var kCFTypeArrayCallBacks: CFArrayCallBacks {
    get { CFArrayCallBacks() }
    set {}
}
