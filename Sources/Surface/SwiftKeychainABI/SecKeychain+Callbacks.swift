// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A function that a C caller adds; two are equal if they are the same function.
private typealias Callback =
    @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> OSStatus

/// Calls a function after each change of a keychain that this process makes.
@_cdecl("SecKeychainAddCallback")
public func SecKeychainAddCallbackExport(
    _ callbackFunction: UnsafeRawPointer?, _ eventMask: UInt32,
    _ userContext: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let callbackFunction else {
        return Returned.refused("callbackFunction", of: "SecKeychainAddCallback")
    }
    // The callback is identified by its address when it is removed.
    let address = UInt(bitPattern: callbackFunction)
    return addKeychainCallback(
        of: address, eventMask: SecKeychainEventMask(rawValue: eventMask), userContext
    ) { event, info, context in
        let function = unsafeBitCast(UnsafeRawPointer(bitPattern: address), to: Callback.self)
        return function(event.rawValue, UnsafeMutableRawPointer(info), context)
    }
}

/// Stops calling a function.
@_cdecl("SecKeychainRemoveCallback")
public func SecKeychainRemoveCallbackExport(_ callbackFunction: UnsafeRawPointer?) -> OSStatus {
    guard let callbackFunction else {
        return Returned.refused("callbackFunction", of: "SecKeychainRemoveCallback")
    }
    return removeKeychainCallback(of: UInt(bitPattern: callbackFunction))
}
