// SPDX-License-Identifier: Apache-2.0
// What `import LocalAuthentication` exports besides this module's own names: Foundation and
// Security, as on Apple platforms, where a file that uses a context with the keychain needs no
// other import.
@_exported import Foundation
@_exported import Security

/// A pointer through which a function may return an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
