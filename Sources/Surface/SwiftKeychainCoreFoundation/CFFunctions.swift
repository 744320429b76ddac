// SPDX-License-Identifier: Apache-2.0
// Table: the Core Foundation functions that users of the keychain need. They are disfavoured
// overloads, so that a file that imports Core Foundation itself gets the original.
import Foundation

/// Returns the type of an object; 0 if it is not a Core Foundation object.
@_disfavoredOverload
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
    switch cf {
    case is NSNull: typeOfNull()
    case is NSError: typeOfError()
    case let object as NSObject: typeOf(Unmanaged.passUnretained(object).toOpaque())
    default: 0
    }
}

/// Returns whether two objects are equal.
@_disfavoredOverload
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    guard let one = cf1 as? NSObject, let other = cf2 as? NSObject else { return cf1 === cf2 }
    return one.isEqual(other)
}

/// Hashes an object; equal objects have equal hashes.
@_disfavoredOverload
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
    (cf as? NSObject).map { UInt(bitPattern: $0.hash) } ?? 0
}

/// Returns a description of an object for a programmer.
@_disfavoredOverload
public func CFCopyDescription(_ cf: CFTypeRef!) -> CFString! {
    cf.map { NSString(string: String(describing: $0)) }
}

/// Writes the description of an object and the end of a line to standard error.
@_disfavoredOverload
public func CFShow(_ obj: CFTypeRef!) {
    var line = (obj.map { String(describing: $0) } ?? "(null)") + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Returns the name of a type, as "CFString".
@_disfavoredOverload
public func CFCopyTypeIDDescription(_ type_id: CFTypeID) -> CFString! {
    nameOfType(type_id)?.takeRetainedValue()
}

/// Returns the type of strings.
@_disfavoredOverload
public func CFStringGetTypeID() -> CFTypeID { typeOfString() }

/// Returns the type of bytes.
@_disfavoredOverload
public func CFDataGetTypeID() -> CFTypeID { typeOfData() }

/// Returns the type of dictionaries.
@_disfavoredOverload
public func CFDictionaryGetTypeID() -> CFTypeID { typeOfDictionary() }

/// Returns the type of arrays.
@_disfavoredOverload
public func CFArrayGetTypeID() -> CFTypeID { typeOfArray() }

/// Returns the type of sets.
@_disfavoredOverload
public func CFSetGetTypeID() -> CFTypeID { typeOfSet() }

/// Returns the type of numbers.
@_disfavoredOverload
public func CFNumberGetTypeID() -> CFTypeID { typeOfNumber() }

/// Returns the type of booleans.
@_disfavoredOverload
public func CFBooleanGetTypeID() -> CFTypeID { typeOfBoolean() }

/// Returns the type of dates.
@_disfavoredOverload
public func CFDateGetTypeID() -> CFTypeID { typeOfDate() }

/// Returns the type of the null object.
@_disfavoredOverload
public func CFNullGetTypeID() -> CFTypeID { typeOfNull() }

/// Returns the type of errors.
@_disfavoredOverload
public func CFErrorGetTypeID() -> CFTypeID { typeOfError() }

@_silgen_name("CFGetTypeID") private func typeOf(_ object: UnsafeRawPointer) -> CFTypeID
@_silgen_name("CFCopyTypeIDDescription")
private func nameOfType(_ type: CFTypeID) -> Unmanaged<NSString>?
@_silgen_name("CFStringGetTypeID") private func typeOfString() -> CFTypeID
@_silgen_name("CFDataGetTypeID") private func typeOfData() -> CFTypeID
@_silgen_name("CFDictionaryGetTypeID") private func typeOfDictionary() -> CFTypeID
@_silgen_name("CFArrayGetTypeID") private func typeOfArray() -> CFTypeID
@_silgen_name("CFSetGetTypeID") private func typeOfSet() -> CFTypeID
@_silgen_name("CFNumberGetTypeID") private func typeOfNumber() -> CFTypeID
@_silgen_name("CFBooleanGetTypeID") private func typeOfBoolean() -> CFTypeID
@_silgen_name("CFDateGetTypeID") private func typeOfDate() -> CFTypeID
@_silgen_name("CFNullGetTypeID") private func typeOfNull() -> CFTypeID
@_silgen_name("CFErrorGetTypeID") private func typeOfError() -> CFTypeID

/// Returns the time, in seconds since 2001-01-01 00:00:00 UTC.
@_disfavoredOverload
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Returns its argument and changes nothing: Swift retains the objects it uses.
@_disfavoredOverload @discardableResult
public func CFRetain(_ cf: CFTypeRef!) -> CFTypeRef! { cf }

/// Does nothing: Swift releases the objects it no longer uses.
@_disfavoredOverload
public func CFRelease(_ cf: CFTypeRef!) {}

/// Returns its argument and changes nothing: Swift releases the objects it no longer uses.
@_disfavoredOverload @discardableResult
public func CFAutorelease(_ cf: CFTypeRef!) -> CFTypeRef! { cf }
