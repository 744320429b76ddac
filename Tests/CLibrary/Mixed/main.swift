// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("find_in_c")
func findInC(_ constant: UnsafeRawPointer, _ policy: UnsafeRawPointer) -> Int32

let item: [CFString: Any] = [
    kSecClass: kSecClassGenericPassword, kSecAttrService: "mixed",
    kSecValueData: Data("hunter2".utf8),
]
guard SecItemAdd(item as CFDictionary, nil) == errSecSuccess else { fatalError("not added") }
let policy = SecPolicyCreateBasicX509()
let outcome = withExtendedLifetime(policy) {
    findInC(
        Unmanaged.passUnretained(kSecClass).toOpaque(), Unmanaged.passUnretained(policy).toOpaque())
}
print("C returns \(outcome)")
