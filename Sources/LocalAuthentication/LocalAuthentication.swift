// What `import LocalAuthentication` shows besides this module's own names: Foundation and Security,
// as on Apple platforms, where a file that uses a context with the keychain needs no other import.
@_exported import Foundation
@_exported import Security

/// Points at room for an error that a function may put there.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
