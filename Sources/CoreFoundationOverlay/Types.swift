import SwiftKeychainCoreFoundation

// Each name again, so that it hides the one of the Clang module: the table of
// SwiftKeychainCoreFoundation/Types.swift.

/// Stands for any Core Foundation object.
public typealias CFTypeRef = SwiftKeychainCoreFoundation.CFTypeRef
/// Names a string of Core Foundation.
public typealias CFString = SwiftKeychainCoreFoundation.CFString
/// Names a mutable string of Core Foundation.
public typealias CFMutableString = SwiftKeychainCoreFoundation.CFMutableString
/// Names a dictionary of Core Foundation.
public typealias CFDictionary = SwiftKeychainCoreFoundation.CFDictionary
/// Names a mutable dictionary of Core Foundation.
public typealias CFMutableDictionary = SwiftKeychainCoreFoundation.CFMutableDictionary
/// Names an array of Core Foundation.
public typealias CFArray = SwiftKeychainCoreFoundation.CFArray
/// Names a mutable array of Core Foundation.
public typealias CFMutableArray = SwiftKeychainCoreFoundation.CFMutableArray
/// Names a set of Core Foundation.
public typealias CFSet = SwiftKeychainCoreFoundation.CFSet
/// Names bytes of Core Foundation.
public typealias CFData = SwiftKeychainCoreFoundation.CFData
/// Names mutable bytes of Core Foundation.
public typealias CFMutableData = SwiftKeychainCoreFoundation.CFMutableData
/// Names a number of Core Foundation.
public typealias CFNumber = SwiftKeychainCoreFoundation.CFNumber
/// Names a boolean of Core Foundation; on Linux a number like any other.
public typealias CFBoolean = SwiftKeychainCoreFoundation.CFBoolean
/// Names a date of Core Foundation.
public typealias CFDate = SwiftKeychainCoreFoundation.CFDate
/// Names a URL of Core Foundation.
public typealias CFURL = SwiftKeychainCoreFoundation.CFURL
/// Names an error of Core Foundation.
public typealias CFError = SwiftKeychainCoreFoundation.CFError
/// Names the null object of Core Foundation.
public typealias CFNull = SwiftKeychainCoreFoundation.CFNull
/// Names the domain of an error.
public typealias CFErrorDomain = SwiftKeychainCoreFoundation.CFErrorDomain
/// Counts and indexes.
public typealias CFIndex = SwiftKeychainCoreFoundation.CFIndex
/// Holds option bits.
public typealias CFOptionFlags = SwiftKeychainCoreFoundation.CFOptionFlags
/// Identifies a class of Core Foundation objects while the process lives.
public typealias CFTypeID = SwiftKeychainCoreFoundation.CFTypeID
/// Holds a hash.
public typealias CFHashCode = SwiftKeychainCoreFoundation.CFHashCode
/// Counts seconds.
public typealias CFTimeInterval = SwiftKeychainCoreFoundation.CFTimeInterval
/// Counts seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = SwiftKeychainCoreFoundation.CFAbsoluteTime
/// Reports success as 0, and each failure as a number of its own.
public typealias OSStatus = SwiftKeychainCoreFoundation.OSStatus
/// Holds four characters in one number, the first in the highest byte.
public typealias FourCharCode = SwiftKeychainCoreFoundation.FourCharCode
/// Names a type by a four-character code.
public typealias OSType = SwiftKeychainCoreFoundation.OSType
/// There are no instances: memory is always got in the usual way.
public typealias CFAllocator = SwiftKeychainCoreFoundation.CFAllocator
/// Is the boolean of C that functions of Apple's write through pointers.
public typealias DarwinBoolean = SwiftKeychainCoreFoundation.DarwinBoolean
