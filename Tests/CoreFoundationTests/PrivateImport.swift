// SPDX-License-Identifier: Apache-2.0
// Compiles: the names of Core Foundation come from the overlay, so that a private import of Security doesn't
// hide them in declarations that other files see.
import CoreFoundation
private import Security

func service(_ name: CFString) -> CFDictionary {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: name] as CFDictionary
}
