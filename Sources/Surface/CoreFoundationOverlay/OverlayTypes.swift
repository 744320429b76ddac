// SPDX-License-Identifier: Apache-2.0
// Table: each name of SwiftKeychainCoreFoundation/CFTypes.swift again, so that it hides the one of the
// Clang module.
import SwiftKeychainCoreFoundation

/// Any Core Foundation object.
public typealias CFTypeRef = SwiftKeychainCoreFoundation.CFTypeRef
/// A string of Core Foundation.
public typealias CFString = SwiftKeychainCoreFoundation.CFString
/// A mutable string of Core Foundation.
public typealias CFMutableString = SwiftKeychainCoreFoundation.CFMutableString
/// A dictionary of Core Foundation.
public typealias CFDictionary = SwiftKeychainCoreFoundation.CFDictionary
/// A mutable dictionary of Core Foundation.
public typealias CFMutableDictionary = SwiftKeychainCoreFoundation.CFMutableDictionary
/// An array of Core Foundation.
public typealias CFArray = SwiftKeychainCoreFoundation.CFArray
/// A mutable array of Core Foundation.
public typealias CFMutableArray = SwiftKeychainCoreFoundation.CFMutableArray
/// A set of Core Foundation.
public typealias CFSet = SwiftKeychainCoreFoundation.CFSet
/// Bytes of Core Foundation.
public typealias CFData = SwiftKeychainCoreFoundation.CFData
/// Mutable bytes of Core Foundation.
public typealias CFMutableData = SwiftKeychainCoreFoundation.CFMutableData
/// A number of Core Foundation.
public typealias CFNumber = SwiftKeychainCoreFoundation.CFNumber
/// A boolean of Core Foundation; on Linux a number like any other.
public typealias CFBoolean = SwiftKeychainCoreFoundation.CFBoolean
/// A date of Core Foundation.
public typealias CFDate = SwiftKeychainCoreFoundation.CFDate
/// A URL of Core Foundation.
public typealias CFURL = SwiftKeychainCoreFoundation.CFURL
/// An error of Core Foundation.
public typealias CFError = SwiftKeychainCoreFoundation.CFError
/// The null object of Core Foundation.
public typealias CFNull = SwiftKeychainCoreFoundation.CFNull
/// The domain of an error.
public typealias CFErrorDomain = SwiftKeychainCoreFoundation.CFErrorDomain
/// A count or an index.
public typealias CFIndex = SwiftKeychainCoreFoundation.CFIndex
/// Option bits.
public typealias CFOptionFlags = SwiftKeychainCoreFoundation.CFOptionFlags
/// An identifier of a class of Core Foundation objects while the process lives.
public typealias CFTypeID = SwiftKeychainCoreFoundation.CFTypeID
/// A hash.
public typealias CFHashCode = SwiftKeychainCoreFoundation.CFHashCode
/// A number of seconds.
public typealias CFTimeInterval = SwiftKeychainCoreFoundation.CFTimeInterval
/// A number of seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = SwiftKeychainCoreFoundation.CFAbsoluteTime
/// The status of a call: 0 for success, another number for each failure.
public typealias OSStatus = SwiftKeychainCoreFoundation.OSStatus
/// Four characters in one number, the first in the highest byte.
public typealias FourCharCode = SwiftKeychainCoreFoundation.FourCharCode
/// A type, as a four-character code.
public typealias OSType = SwiftKeychainCoreFoundation.OSType
/// An allocator; the one instance is `kCFAllocatorNull`.
public typealias CFAllocator = SwiftKeychainCoreFoundation.CFAllocator
/// The C boolean that Apple's functions write through pointers.
public typealias DarwinBoolean = SwiftKeychainCoreFoundation.DarwinBoolean
/// An encoding of text.
public typealias CFStringEncoding = SwiftKeychainCoreFoundation.CFStringEncoding
/// The encodings that every system knows.
public typealias CFStringBuiltInEncodings = SwiftKeychainCoreFoundation.CFStringBuiltInEncodings
/// The order of two values.
public typealias CFComparisonResult = SwiftKeychainCoreFoundation.CFComparisonResult
/// Options of a comparison.
public typealias CFStringCompareFlags = SwiftKeychainCoreFoundation.CFStringCompareFlags
/// A range of indices.
public typealias CFRange = SwiftKeychainCoreFoundation.CFRange
/// The C type behind a pointer to a number.
public typealias CFNumberType = SwiftKeychainCoreFoundation.CFNumberType
/// The callbacks of a dictionary's keys.
public typealias CFDictionaryKeyCallBacks = SwiftKeychainCoreFoundation.CFDictionaryKeyCallBacks
/// The callbacks of a dictionary's values.
public typealias CFDictionaryValueCallBacks = SwiftKeychainCoreFoundation.CFDictionaryValueCallBacks
/// The callbacks of an array.
public typealias CFArrayCallBacks = SwiftKeychainCoreFoundation.CFArrayCallBacks
