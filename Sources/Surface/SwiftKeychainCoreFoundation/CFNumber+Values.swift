// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The C type behind a pointer to a number.
public enum CFNumberType: CFIndex, Sendable {
    /// Eight bits, signed.
    case sInt8Type = 1
    /// Sixteen bits, signed.
    case sInt16Type = 2
    /// Thirty-two bits, signed.
    case sInt32Type = 3
    /// Sixty-four bits, signed.
    case sInt64Type = 4
    /// A float of 32 bits.
    case float32Type = 5
    /// A float of 64 bits.
    case float64Type = 6
    /// A `char`.
    case charType = 7
    /// A `short`.
    case shortType = 8
    /// An `int`.
    case intType = 9
    /// A `long`.
    case longType = 10
    /// A `long long`.
    case longLongType = 11
    /// A `float`.
    case floatType = 12
    /// A `double`.
    case doubleType = 13
    /// A ``CFIndex``.
    case cfIndexType = 14
    /// An `Int`.
    case nsIntegerType = 15
    /// A `CGFloat`.
    case cgFloatType = 16

    /// The last type.
    public static var maxType: Self { .cgFloatType }
}

/// Returns the value of a boolean; that of another number is whether it differs from 0.
@_disfavoredOverload
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean.boolValue }

/// Makes a number of the value at a pointer.
///
/// - Parameter allocator: without effect.
@_disfavoredOverload
public func CFNumberCreate(
    _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer!
) -> CFNumber! {
    switch theType {
    case .sInt8Type, .charType: NSNumber(value: valuePtr.loadUnaligned(as: Int8.self))
    case .sInt16Type, .shortType: NSNumber(value: valuePtr.loadUnaligned(as: Int16.self))
    case .sInt32Type, .intType: NSNumber(value: valuePtr.loadUnaligned(as: Int32.self))
    case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
        NSNumber(value: valuePtr.loadUnaligned(as: Int64.self))
    case .float32Type, .floatType: NSNumber(value: valuePtr.loadUnaligned(as: Float.self))
    case .float64Type, .doubleType, .cgFloatType:
        NSNumber(value: valuePtr.loadUnaligned(as: Double.self))
    }
}

/// Returns a type that can represent a number. Foundation keeps small integers as 32 bits.
@_disfavoredOverload
public func CFNumberGetType(_ number: CFNumber!) -> CFNumberType {
    switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .sInt8Type
    case UInt8(ascii: "i"): .sInt32Type
    case UInt8(ascii: "f"): .float32Type
    case UInt8(ascii: "d"): .float64Type
    default: .sInt64Type
    }
}

/// Returns whether a number is a float.
@_disfavoredOverload
public func CFNumberIsFloatType(_ number: CFNumber!) -> Bool {
    [.float32Type, .float64Type].contains(CFNumberGetType(number))
}

/// Stores a number at a pointer.
///
/// - Returns: false when the type can't represent the number; what is stored then is near it.
@_disfavoredOverload
public func CFNumberGetValue(
    _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool {
    switch theType {
    case .sInt8Type, .charType: store(number.int8Value, of: number, at: valuePtr)
    case .sInt16Type, .shortType: store(number.int16Value, of: number, at: valuePtr)
    case .sInt32Type, .intType: store(number.int32Value, of: number, at: valuePtr)
    case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
        store(number.int64Value, of: number, at: valuePtr)
    case .float32Type, .floatType: store(number.floatValue, of: number, at: valuePtr)
    case .float64Type, .doubleType, .cgFloatType:
        store(number.doubleValue, of: number, at: valuePtr)
    }
}

private func store<Value: BitwiseCopyable & _ObjectiveCBridgeable>(
    _ value: Value, of number: NSNumber, at pointer: UnsafeMutableRawPointer
) -> Bool where Value._ObjectiveCType == NSNumber {
    pointer.storeBytes(of: value, as: Value.self)
    return value._bridgeToObjectiveC().isEqual(to: number)
}

/// Makes a date of a number of seconds since 2001-01-01 00:00:00 UTC.
///
/// - Parameter allocator: without effect.
@_disfavoredOverload
public func CFDateCreate(_ allocator: CFAllocator!, _ at: CFAbsoluteTime) -> CFDate! {
    NSDate(timeIntervalSinceReferenceDate: at)
}

/// Returns the number of seconds since 2001-01-01 00:00:00 UTC.
@_disfavoredOverload
public func CFDateGetAbsoluteTime(_ theDate: CFDate!) -> CFAbsoluteTime {
    theDate.timeIntervalSinceReferenceDate
}
