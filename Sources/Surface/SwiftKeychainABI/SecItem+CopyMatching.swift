// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Finds items. The dictionaries of the result are made as objects of C, without one of Swift before.
@_cdecl("SecItemCopyMatching")
public func SecItemCopyMatchingExport(
    _ query: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let query = Argument.dictionary(query) else {
        return Returned.refused("query", of: "SecItemCopyMatching")
    }
    return Returned.storingAny(result) {
        CopyRequest.perform(query, $0, making: CoreFoundationCopy.dictionary)
    }
}
