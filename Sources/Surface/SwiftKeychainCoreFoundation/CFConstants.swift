// SPDX-License-Identifier: Apache-2.0
// Table: the Core Foundation constants that users of the keychain need.
import Foundation

/// The boolean true.
@_disfavoredOverload public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The boolean false.
@_disfavoredOverload public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The null object.
@_disfavoredOverload public let kCFNull: CFNull! = NSNull()

/// The usual allocator: nil.
@_disfavoredOverload public let kCFAllocatorDefault: CFAllocator! = nil

/// The allocator of `malloc` and `free`: nil, as these are the usual ones.
@_disfavoredOverload public let kCFAllocatorMalloc: CFAllocator! = nil

/// The index of an element that an array doesn't have.
@_disfavoredOverload public let kCFNotFound: CFIndex = -1

/// The allocator of memory that stays the caller's, for the last argument of `CFDataCreateWithBytesNoCopy`.
@_disfavoredOverload public let kCFAllocatorNull: CFAllocator! = CFAllocator.null

/// The domain of errors whose codes are statuses, as `errSecItemNotFound`.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorDomainOSStatus: CFErrorDomain! = NSString("NSOSStatusErrorDomain")

/// The domain of errors whose codes are values of `errno`.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorDomainPOSIX: CFErrorDomain! = NSString("NSPOSIXErrorDomain")

/// The key of the description of an error for the user.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorLocalizedDescriptionKey: CFString! = NSString("NSLocalizedDescription")

/// The key of what failed, for the user.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorLocalizedFailureKey: CFString! = NSString("NSLocalizedFailure")

/// The key of why it failed, for the user.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorLocalizedFailureReasonKey: CFString! = NSString("NSLocalizedFailureReason")

/// The key of what the user can do about an error.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorLocalizedRecoverySuggestionKey: CFString! = NSString(
        "NSLocalizedRecoverySuggestion")

/// The key of the description of an error for a programmer.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorDescriptionKey: CFString! = NSString("NSDescription")

/// The key of the error that caused an error.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorUnderlyingErrorKey: CFString! = NSString("NSUnderlyingError")

/// The key of the URL that an error is about.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorURLKey: CFString! = NSString("NSURL")

/// The key of the path of the file that an error is about.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFErrorFilePathKey: CFString! = NSString("NSFilePath")

/// The key of a bundle's identifier in its information dictionary.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFBundleIdentifierKey: CFString! = NSString("CFBundleIdentifier")

/// The key of a bundle's build number in its information dictionary.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFBundleVersionKey: CFString! = NSString("CFBundleVersion")

/// The key of a bundle's short name in its information dictionary.
@_disfavoredOverload nonisolated(unsafe)
    public let kCFBundleNameKey: CFString! = NSString("CFBundleName")
