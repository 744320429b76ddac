// SPDX-License-Identifier: Apache-2.0
import Security
import SwiftKeychainABI

@_silgen_name("CFRelease") private func cfRelease(_ object: UnsafeRawPointer)

/// Finds an item as a C program does, with a dictionary of Core Foundation, and releases the result.
func copyMatching(_ query: UnsafeRawPointer) {
    var result: UnsafeRawPointer?
    precondition(SecItemCopyMatchingExport(query, &result) == errSecSuccess)
    cfRelease(result!)
}

/// Releases an object of Core Foundation.
func release(_ object: UnsafeMutableRawPointer) { cfRelease(object) }
