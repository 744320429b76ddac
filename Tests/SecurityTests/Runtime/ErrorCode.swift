// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Gives the code of the error of a call, and nil for a success.
func code<Result>(
    _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result?
) -> Int? {
    var error: Unmanaged<CFError>?
    let result = call(&error)
    let object = error?.takeRetainedValue()
    #expect((result == nil) == (object != nil))
    return object.map { CFErrorGetCode($0) }
}
