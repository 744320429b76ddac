// SPDX-License-Identifier: Apache-2.0
import Security

/// The four calls of Swift. Those of C are tested in Tests/Conformance: they need more than a module shows.
enum ItemCalls {
    static func add(
        _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
        SecItemAdd(attributes, result)
    }

    static func copyMatching(
        _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
    ) -> OSStatus {
        SecItemCopyMatching(query, result)
    }

    static func update(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
        SecItemUpdate(query, change)
    }

    static func delete(_ query: CFDictionary) -> OSStatus { SecItemDelete(query) }
}
