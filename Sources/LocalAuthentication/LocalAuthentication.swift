// What `import LocalAuthentication` shows besides this module's own names: Foundation, as on Apple
// platforms.
@_exported import Foundation

/// Points at room for an error that a function may put there.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
