// SPDX-License-Identifier: Apache-2.0
// Keeps an identifier of this device: made at the first start, found at every later one, also after
// the program was reinstalled. The argument `forget` deletes it. Uses `Security` itself.
import Foundation
import Security

let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "example.identifier.security",
    kSecAttrAccount as String: "device",
]

func check(_ status: OSStatus) {
    if status != errSecSuccess {
        fatalError(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
    }
}

if CommandLine.arguments.dropFirst().first == "forget" {
    check(SecItemDelete(item as CFDictionary))
    print("deleted")
} else {
    var query = item
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound {
        let identifier = UUID().uuidString
        var new = item
        new[kSecValueData as String] = Data(identifier.utf8)
        check(SecItemAdd(new as CFDictionary, nil))
        print("made", identifier)
    } else {
        check(status)
        print("found", String(decoding: result as? Data ?? Data(), as: UTF8.self))
    }
}
