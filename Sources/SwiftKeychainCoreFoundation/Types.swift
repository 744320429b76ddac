import Foundation

// The types of Core Foundation that callers write, as the Foundation classes they are bridged to.
// With these `[String: Any] as CFDictionary`, `kSecClass as String` and `result as? Data` compile
// and bridge at run time, as they do on Apple platforms.

/// Stands for any Core Foundation object.
public typealias CFTypeRef = AnyObject

/// Names a string of Core Foundation.
public typealias CFString = NSString
/// Names a mutable string of Core Foundation.
public typealias CFMutableString = NSMutableString
/// Names a dictionary of Core Foundation.
public typealias CFDictionary = NSDictionary
/// Names a mutable dictionary of Core Foundation.
public typealias CFMutableDictionary = NSMutableDictionary
/// Names an array of Core Foundation.
public typealias CFArray = NSArray
/// Names a mutable array of Core Foundation.
public typealias CFMutableArray = NSMutableArray
/// Names a set of Core Foundation.
public typealias CFSet = NSSet
/// Names bytes of Core Foundation.
public typealias CFData = NSData
/// Names mutable bytes of Core Foundation.
public typealias CFMutableData = NSMutableData
/// Names a number of Core Foundation.
public typealias CFNumber = NSNumber
/// Names a boolean of Core Foundation; on Linux a number like any other.
public typealias CFBoolean = NSNumber
/// Names a date of Core Foundation.
public typealias CFDate = NSDate
/// Names a URL of Core Foundation.
public typealias CFURL = NSURL
/// Names an error of Core Foundation.
public typealias CFError = NSError
/// Names the null object of Core Foundation.
public typealias CFNull = NSNull

/// Names the domain of an error.
public typealias CFErrorDomain = NSString
/// Counts and indexes.
public typealias CFIndex = Int
/// Holds option bits.
public typealias CFOptionFlags = UInt
/// Identifies a class of Core Foundation objects while the process lives.
public typealias CFTypeID = UInt
/// Holds a hash.
public typealias CFHashCode = UInt
/// Counts seconds.
public typealias CFTimeInterval = Double
/// Counts seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double

/// Reports success as 0, and each failure as a number of its own.
public typealias OSStatus = Int32
/// Holds four characters in one number, the first in the highest byte.
public typealias FourCharCode = UInt32
/// Names a type by a four-character code.
public typealias OSType = FourCharCode

/// Stands where Core Foundation lets a caller choose how memory is got.
///
/// There are no instances: memory is always got in the usual way.
public final class CFAllocator: Sendable {
    private init() {}
}
