import Foundation

/// Holds the boolean true.
@_disfavoredOverload public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// Holds the boolean false.
@_disfavoredOverload public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// Holds the null object.
@_disfavoredOverload public let kCFNull: CFNull! = NSNull()

/// Chooses the usual way to get memory: nil.
@_disfavoredOverload public let kCFAllocatorDefault: CFAllocator! = nil
