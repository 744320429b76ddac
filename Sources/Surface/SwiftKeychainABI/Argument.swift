// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("CFGetTypeID") private func typeID(_ object: UnsafeRawPointer) -> UInt
@_silgen_name("CFStringGetTypeID") private func stringTypeID() -> UInt
@_silgen_name("CFArrayGetTypeID") private func arrayTypeID() -> UInt
@_silgen_name("CFArrayGetCount") private func arrayCount(_ array: UnsafeRawPointer) -> CFIndex
@_silgen_name("CFArrayGetValueAtIndex")
private func arrayValue(_ array: UnsafeRawPointer, _ index: CFIndex) -> UnsafeRawPointer?

/// The arguments of C callers: pointers to objects of Core Foundation. Any may be null or of the wrong type; each
/// function returns nil for those.
///
/// This module exports the functions of `Security` to C. Each converts its arguments, calls the Swift function with the same
/// name, and converts the result:
///
///     C ── pointers ─▶ Argument ─▶ Security ─▶ Returned, CoreFoundationCopy ── pointers ─▶ C
///
/// 1. Scripts/generate-c-interface.py writes most functions (Generated/); those with blocks or callbacks are written by hand.
/// 2. An object of the wrong type, or a null pointer that isn't allowed, is refused and never reaches `Security`.
/// 3. The caller must release what it gets, except objects from functions with `Get` in their names.
///
/// What may surprise: Foundation's strings, arrays, dictionaries and errors are only partly compatible with Core Foundation,
/// so they are copied on the way out, and strings and arrays also on the way in. Each string constant exists twice, for C
/// and for Swift (``StringConstants``).
enum Argument {
    /// Any object; a string as ``string(_:)`` returns it.
    static func any(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        guard let pointer else { return nil }
        return typeID(pointer) == string ? Self.string(pointer) : object(pointer)
    }

    static func dictionary(_ pointer: UnsafeRawPointer?) -> NSDictionary? {
        object(pointer) as? NSDictionary
    }

    static func data(_ pointer: UnsafeRawPointer?) -> NSData? { object(pointer) as? NSData }

    static func date(_ pointer: UnsafeRawPointer?) -> NSDate? { object(pointer) as? NSDate }

    /// A string with storage of Swift's own.
    ///
    /// Swift reads the stored properties of a string that Foundation passes it as its own, and a
    /// constant string of C has none.
    static func string(_ pointer: UnsafeRawPointer?) -> NSString? {
        guard let pointer, typeID(pointer) == string else { return nil }
        if let constant = StringConstants.constant(at: pointer) { return constant }
        return (object(pointer) as? NSString).map(owningItsCharacters)
    }

    /// An array whose strings have storage of Swift's own; nil if it holds a null pointer, too.
    static func array(_ pointer: UnsafeRawPointer?) -> NSArray? {
        guard let pointer, typeID(pointer) == array else { return nil }
        var elements: [AnyObject] = []
        for index in 0..<arrayCount(pointer) {
            guard let element = any(arrayValue(pointer, index)) else { return nil }
            elements.append(element)
        }
        return NSArray(array: elements)
    }

    /// An object, or an array of objects.
    static func items(_ pointer: UnsafeRawPointer?) -> AnyObject? { array(pointer) ?? any(pointer) }

    /// A reference of this library. A stored key, certificate or identity counts as a SecKeychainItem.
    static func reference<Reference: CoreFoundationObject>(
        _ pointer: UnsafeRawPointer?, to kind: Reference.Type
    ) -> Reference? {
        guard let object = object(pointer) else { return nil }
        if let reference = object as? Reference { return reference }
        return kind == SecKeychainItem.self ? SecKeychainItem(object: object) as? Reference : nil
    }

    /// Reads an argument that may be null: the inner value is nil for a null pointer, the outer one for
    /// an object of another type.
    static func optional<Value>(
        _ pointer: UnsafeRawPointer?, _ read: (UnsafeRawPointer?) -> Value?
    ) -> Value?? {
        guard let pointer else { return .some(nil) }
        return read(pointer).map { .some($0) }
    }

    private static let string = stringTypeID()
    private static let array = arrayTypeID()

    /// Returns the object at a pointer. The caller keeps its own reference.
    private static func object(_ pointer: UnsafeRawPointer?) -> AnyObject? {
        pointer.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func owningItsCharacters(_ string: NSString) -> NSString {
        let count = string.length
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count)) { buffer in
            string.getCharacters(buffer.baseAddress!, range: NSRange(location: 0, length: count))
            return NSString(characters: buffer.baseAddress!, length: count)
        }
    }
}
