// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A range of indices.
public struct CFRange: Sendable {
    /// The first index.
    public var location: CFIndex
    /// The number of indices.
    public var length: CFIndex

    /// Makes the range at index 0 without indices.
    public init() { self.init(location: 0, length: 0) }

    /// Makes a range of its first index and its length.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// Makes a range of its first index and its length.
@_disfavoredOverload
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}

/// Copies bytes.
///
/// - Parameter allocator: without effect.
@_disfavoredOverload
public func CFDataCreate(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) -> CFData! {
    NSData(bytes: bytes, length: length)
}

/// Wraps bytes without copying them. They must not change while the object lives.
///
/// - Parameters:
///   - allocator: without effect.
///   - bytesDeallocator: `kCFAllocatorNull` if the bytes stay the caller's; nil or `kCFAllocatorDefault` if they
///     were allocated with `malloc`, and are freed with the object.
@_disfavoredOverload
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex,
    _ bytesDeallocator: CFAllocator!
) -> CFData! {
    NSData(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
        freeWhenDone: bytesDeallocator == nil)
}

/// Makes bytes that can be changed, none at first.
///
/// - Parameter allocator: without effect, as `capacity`.
@_disfavoredOverload
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
    NSMutableData()
}

/// Copies an object's bytes.
@_disfavoredOverload
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
    theData.copy() as? NSData
}

/// Makes a copy of an object's bytes that can be changed.
@_disfavoredOverload
public func CFDataCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
    theData.mutableCopy() as? NSMutableData
}

/// Returns the number of bytes.
@_disfavoredOverload
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.length }

/// Returns a pointer to the bytes, valid while the object lives.
@_disfavoredOverload
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
    theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns a pointer through which the bytes can be changed, valid until the length changes.
@_disfavoredOverload
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
    theData.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Copies the bytes of a range.
@_disfavoredOverload
public func CFDataGetBytes(
    _ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!
) {
    theData.getBytes(buffer, range: NSRange(location: range.location, length: range.length))
}

/// Adds bytes at the end.
@_disfavoredOverload
public func CFDataAppendBytes(
    _ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) {
    theData.append(bytes, length: length)
}
