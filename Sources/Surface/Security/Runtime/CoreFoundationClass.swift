// SPDX-License-Identifier: Apache-2.0
import Foundation

// Declared by their symbols, as in CoreFoundationObject: importing the Clang module would bring a second set of Core Foundation
// names.
@_silgen_name("CFArrayCreate")
private func createArray(
    _ allocator: UnsafeRawPointer?, _ values: UnsafeRawPointer?, _ count: Int,
    _ callBacks: UnsafeRawPointer?
) -> Unmanaged<NSArray>?

@_silgen_name("CFDictionaryCreate")
private func createDictionary(
    _ allocator: UnsafeRawPointer?, _ keys: UnsafeRawPointer?, _ values: UnsafeRawPointer?,
    _ count: Int, _ keyCallBacks: UnsafeRawPointer?, _ valueCallBacks: UnsafeRawPointer?
) -> Unmanaged<NSDictionary>?

/// The classes, without public names, of collections that Core Foundation makes.
package enum CoreFoundationClass {
    package static let array: AnyClass? =
        createArray(nil, nil, 0, nil).map { type(of: $0.takeRetainedValue()) }
    package static let dictionary: AnyClass? =
        createDictionary(nil, nil, nil, 0, nil, nil).map { type(of: $0.takeRetainedValue()) }
}
