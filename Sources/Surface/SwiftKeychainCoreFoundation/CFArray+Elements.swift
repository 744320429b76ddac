// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The callbacks of an array, which have no effect: every array retains its elements.
public struct CFArrayCallBacks: Sendable {
    /// Makes callbacks.
    public init() {}
}

/// The callbacks for elements that are objects. A variable, so that `&` gives a pointer to it.
@_disfavoredOverload
public var kCFTypeArrayCallBacks: CFArrayCallBacks {
    get { CFArrayCallBacks() }
    set {}
}

/// Makes an array of `numValues` pointers to objects.
///
/// - Parameter allocator: without effect, as the callbacks.
@_disfavoredOverload
public func CFArrayCreate(
    _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ numValues: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
    NSArray(array: (0..<max(numValues, 0)).compactMap { values[$0] }.map(object))
}

/// Makes an empty array.
///
/// - Parameter allocator: without effect, as `capacity` and the callbacks.
@_disfavoredOverload
public func CFArrayCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
    NSMutableArray()
}

/// Copies an array; the elements are the same.
@_disfavoredOverload
public func CFArrayCreateCopy(_ allocator: CFAllocator!, _ theArray: CFArray!) -> CFArray! {
    theArray.copy() as? NSArray
}

/// Makes a mutable copy of an array.
@_disfavoredOverload
public func CFArrayCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ theArray: CFArray!
) -> CFMutableArray! {
    theArray.mutableCopy() as? NSMutableArray
}

/// Returns the number of elements.
@_disfavoredOverload
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// Returns the element at an index, which must be less than the count: a pointer to an object that the
/// array retains.
@_disfavoredOverload
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    precondition(idx >= 0 && idx < theArray.count, "CFArrayGetValueAtIndex: no such index")
    return withExtendedLifetime(theArray) {
        element(Unmanaged.passUnretained($0).toOpaque(), idx)
    }
}

/// Adds an element at the end: a pointer to an object that the array retains.
@_disfavoredOverload
public func CFArrayAppendValue(_ theArray: CFMutableArray!, _ value: UnsafeRawPointer!) {
    theArray.add(object(value))
}

/// Returns the index in a range of the first element that equals an object; `kCFNotFound` if there is none.
@_disfavoredOverload
public func CFArrayGetFirstIndexOfValue(
    _ theArray: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!
) -> CFIndex {
    indices(of: value, in: theArray, range).first ?? kCFNotFound
}

/// Returns whether an element in a range equals an object.
@_disfavoredOverload
public func CFArrayContainsValue(
    _ theArray: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!
) -> Bool {
    indices(of: value, in: theArray, range).first != nil
}

/// Returns the number of elements in a range that equal an object.
@_disfavoredOverload
public func CFArrayGetCountOfValue(
    _ theArray: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!
) -> CFIndex {
    indices(of: value, in: theArray, range).count
}

private func indices(
    of value: UnsafeRawPointer, in array: NSArray, _ range: CFRange
) -> [CFIndex] {
    (range.location..<range.location + range.length).filter {
        CFEqual(object(CFArrayGetValueAtIndex(array, $0)), object(value))
    }
}

// Returns the object itself, which the method of Foundation would convert to a value of Swift.
@_silgen_name("CFArrayGetValueAtIndex")
private func element(_ array: UnsafeRawPointer, _ index: CFIndex) -> UnsafeRawPointer?
