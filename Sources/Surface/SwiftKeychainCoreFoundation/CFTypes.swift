// SPDX-License-Identifier: Apache-2.0
// Table: the Core Foundation types, as the Foundation classes they are bridged to. With these
// `[String: Any] as CFDictionary`, `kSecClass as String` and `result as? Data` compile and bridge at
// run time, as they do on Apple platforms.
//
// This module has the names of Core Foundation that programs use with the keychain; `Security` exports
// them. The idea is that a Core Foundation object is an object of Foundation, so that nothing is
// converted and Swift's casts work.
//
// What may surprise:
//
// 1. CFRetain and CFRelease do nothing: Swift counts the references.
// 2. Allocators, capacities and callbacks have no effect.
// 3. Functions and constants are disfavoured overloads, so that a file that imports the toolchain's
//    CoreFoundation gets the original. The types of both modules differ: a target whose files import
//    both depends on the product CoreFoundation (CoreFoundationOverlay).
// 4. `keptBridges` and a conformance of NSString keep casts working that would otherwise fail.
import Foundation

/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject

/// A string of Core Foundation.
public typealias CFString = NSString
/// A mutable string of Core Foundation.
public typealias CFMutableString = NSMutableString
/// A dictionary of Core Foundation.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary of Core Foundation.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array of Core Foundation.
public typealias CFArray = NSArray
/// A mutable array of Core Foundation.
public typealias CFMutableArray = NSMutableArray
/// A set of Core Foundation.
public typealias CFSet = NSSet
/// Bytes of Core Foundation.
public typealias CFData = NSData
/// Mutable bytes of Core Foundation.
public typealias CFMutableData = NSMutableData
/// A number of Core Foundation.
public typealias CFNumber = NSNumber
/// A boolean of Core Foundation; on Linux a number like any other.
public typealias CFBoolean = NSNumber
/// A date of Core Foundation.
public typealias CFDate = NSDate
/// A URL of Core Foundation.
public typealias CFURL = NSURL
/// An error of Core Foundation.
public typealias CFError = NSError
/// The null object of Core Foundation.
public typealias CFNull = NSNull

/// The domain of an error.
public typealias CFErrorDomain = NSString
/// A count or an index.
public typealias CFIndex = Int
/// Option bits.
public typealias CFOptionFlags = UInt
/// An identifier of a class of Core Foundation objects while the process lives.
public typealias CFTypeID = UInt
/// A hash.
public typealias CFHashCode = UInt
/// A number of seconds.
public typealias CFTimeInterval = Double
/// A number of seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double

/// The status of a call: 0 for success, another number for each failure.
public typealias OSStatus = Int32
/// Four characters in one number, the first in the highest byte.
public typealias FourCharCode = UInt32
/// A type, as a four-character code.
public typealias OSType = FourCharCode

/// An allocator, with which Core Foundation lets a caller choose how memory is allocated.
///
/// The one instance is `kCFAllocatorNull`: memory is always allocated in the usual way, which is nil.
public final class CFAllocator: Sendable {
    /// The allocator that frees nothing.
    static let null = CFAllocator()

    private init() {}
}

/// The C boolean that Apple's functions write through pointers: one byte, 0 or 1.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, CustomStringConvertible, Equatable,
    Sendable
{
    private let value: UInt8

    /// Takes a boolean.
    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    public init(booleanLiteral value: Bool) { self.init(value) }

    /// The boolean; any byte but 0 is true.
    public var boolValue: Bool { value != 0 }

    public var description: String { boolValue.description }

    public static func == (left: DarwinBoolean, right: DarwinBoolean) -> Bool {
        left.boolValue == right.boolValue
    }
}
