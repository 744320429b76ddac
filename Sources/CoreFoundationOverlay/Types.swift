import CoreFoundationNames

// Each name again, so that it hides the one of the Clang module: the table of
// CoreFoundationNames/Types.swift.

/// Stands for any Core Foundation object.
public typealias CFTypeRef = CoreFoundationNames.CFTypeRef
/// Names a string of Core Foundation.
public typealias CFString = CoreFoundationNames.CFString
/// Names a mutable string of Core Foundation.
public typealias CFMutableString = CoreFoundationNames.CFMutableString
/// Names a dictionary of Core Foundation.
public typealias CFDictionary = CoreFoundationNames.CFDictionary
/// Names a mutable dictionary of Core Foundation.
public typealias CFMutableDictionary = CoreFoundationNames.CFMutableDictionary
/// Names an array of Core Foundation.
public typealias CFArray = CoreFoundationNames.CFArray
/// Names a mutable array of Core Foundation.
public typealias CFMutableArray = CoreFoundationNames.CFMutableArray
/// Names a set of Core Foundation.
public typealias CFSet = CoreFoundationNames.CFSet
/// Names bytes of Core Foundation.
public typealias CFData = CoreFoundationNames.CFData
/// Names mutable bytes of Core Foundation.
public typealias CFMutableData = CoreFoundationNames.CFMutableData
/// Names a number of Core Foundation.
public typealias CFNumber = CoreFoundationNames.CFNumber
/// Names a boolean of Core Foundation; on Linux a number like any other.
public typealias CFBoolean = CoreFoundationNames.CFBoolean
/// Names a date of Core Foundation.
public typealias CFDate = CoreFoundationNames.CFDate
/// Names a URL of Core Foundation.
public typealias CFURL = CoreFoundationNames.CFURL
/// Names an error of Core Foundation.
public typealias CFError = CoreFoundationNames.CFError
/// Names the null object of Core Foundation.
public typealias CFNull = CoreFoundationNames.CFNull
/// Names the domain of an error.
public typealias CFErrorDomain = CoreFoundationNames.CFErrorDomain
/// Counts and indexes.
public typealias CFIndex = CoreFoundationNames.CFIndex
/// Holds option bits.
public typealias CFOptionFlags = CoreFoundationNames.CFOptionFlags
/// Identifies a class of Core Foundation objects while the process lives.
public typealias CFTypeID = CoreFoundationNames.CFTypeID
/// Holds a hash.
public typealias CFHashCode = CoreFoundationNames.CFHashCode
/// Counts seconds.
public typealias CFTimeInterval = CoreFoundationNames.CFTimeInterval
/// Counts seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = CoreFoundationNames.CFAbsoluteTime
/// Reports success as 0, and each failure as a number of its own.
public typealias OSStatus = CoreFoundationNames.OSStatus
/// Holds four characters in one number, the first in the highest byte.
public typealias FourCharCode = CoreFoundationNames.FourCharCode
/// Names a type by a four-character code.
public typealias OSType = CoreFoundationNames.OSType
/// There are no instances: memory is always got in the usual way.
public typealias CFAllocator = CoreFoundationNames.CFAllocator
/// Is the boolean of C that functions of Apple's write through pointers.
public typealias DarwinBoolean = CoreFoundationNames.DarwinBoolean
