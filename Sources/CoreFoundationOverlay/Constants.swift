import Foundation

// Emitted into whoever uses them: a target of the same build that imports CoreFoundation without
// depending on this overlay may meet its module all the same, and must still link.

/// Holds the boolean true.
@_alwaysEmitIntoClient public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }

/// Holds the boolean false.
@_alwaysEmitIntoClient public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// Holds the null object.
@_alwaysEmitIntoClient public var kCFNull: CFNull! { NSNull() }

/// Chooses the usual way to get memory: nil.
@_alwaysEmitIntoClient public var kCFAllocatorDefault: CFAllocator! { nil }
