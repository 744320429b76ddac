import Foundation

/// Holds the boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// Holds the boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// Holds the null object.
public let kCFNull: CFNull! = NSNull()

/// Chooses the usual way to get memory: nil.
public let kCFAllocatorDefault: CFAllocator! = nil
