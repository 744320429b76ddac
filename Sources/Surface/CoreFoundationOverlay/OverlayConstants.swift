// SPDX-License-Identifier: Apache-2.0
// Table: the Core Foundation constants, emitted into the modules that use them. A target of the same
// build that imports CoreFoundation without depending on this overlay may find its module anyway, and
// must still link.
import Foundation

/// The boolean true.
@_alwaysEmitIntoClient public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }

/// The boolean false.
@_alwaysEmitIntoClient public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// The null object.
@_alwaysEmitIntoClient public var kCFNull: CFNull! { NSNull() }

/// The usual allocator: nil.
@_alwaysEmitIntoClient public var kCFAllocatorDefault: CFAllocator! { nil }

/// The allocator of `malloc` and `free`: nil.
@_alwaysEmitIntoClient public var kCFAllocatorMalloc: CFAllocator! { nil }

/// The allocator of memory that stays the caller's.
@_alwaysEmitIntoClient public var kCFAllocatorNull: CFAllocator! {
    SwiftKeychainCoreFoundation.kCFAllocatorNull
}

/// The domain of errors whose codes are statuses, as `errSecItemNotFound`.
@_alwaysEmitIntoClient public var kCFErrorDomainOSStatus: CFErrorDomain! {
    NSString("NSOSStatusErrorDomain")
}

/// The domain of errors whose codes are values of `errno`.
@_alwaysEmitIntoClient public var kCFErrorDomainPOSIX: CFErrorDomain! {
    NSString("NSPOSIXErrorDomain")
}

/// The key of the description of an error for the user.
@_alwaysEmitIntoClient public var kCFErrorLocalizedDescriptionKey: CFString! {
    NSString("NSLocalizedDescription")
}

/// The key of what failed, for the user.
@_alwaysEmitIntoClient public var kCFErrorLocalizedFailureKey: CFString! {
    NSString("NSLocalizedFailure")
}

/// The key of why it failed, for the user.
@_alwaysEmitIntoClient public var kCFErrorLocalizedFailureReasonKey: CFString! {
    NSString("NSLocalizedFailureReason")
}

/// The key of what the user can do about an error.
@_alwaysEmitIntoClient public var kCFErrorLocalizedRecoverySuggestionKey: CFString! {
    NSString("NSLocalizedRecoverySuggestion")
}

/// The key of the description of an error for a programmer.
@_alwaysEmitIntoClient public var kCFErrorDescriptionKey: CFString! { NSString("NSDescription") }

/// The key of the error that caused an error.
@_alwaysEmitIntoClient public var kCFErrorUnderlyingErrorKey: CFString! {
    NSString("NSUnderlyingError")
}

/// The key of the URL that an error is about.
@_alwaysEmitIntoClient public var kCFErrorURLKey: CFString! { NSString("NSURL") }

/// The key of the path of the file that an error is about.
@_alwaysEmitIntoClient public var kCFErrorFilePathKey: CFString! { NSString("NSFilePath") }

/// The key of a bundle's identifier in its information dictionary.
@_alwaysEmitIntoClient public var kCFBundleIdentifierKey: CFString! {
    NSString("CFBundleIdentifier")
}

/// The key of a bundle's build number in its information dictionary.
@_alwaysEmitIntoClient public var kCFBundleVersionKey: CFString! { NSString("CFBundleVersion") }

/// The key of a bundle's short name in its information dictionary.
@_alwaysEmitIntoClient public var kCFBundleNameKey: CFString! { NSString("CFBundleName") }

/// Makes an error.
@_alwaysEmitIntoClient
public func CFErrorCreate(
    _ allocator: CFAllocator!, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
    SwiftKeychainCoreFoundation.CFErrorCreate(allocator, domain, code, userInfo)
}
