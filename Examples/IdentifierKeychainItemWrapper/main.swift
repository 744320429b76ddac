// SPDX-License-Identifier: Apache-2.0
// Keeps an identifier of this device: made at the first start, found at every later one, also after
// the program was reinstalled. The argument `forget` deletes it. Uses KeychainItemWrapper.
import Foundation
import KeychainWrappers
import Security

let wrapper = KeychainItemWrapper(identifier: "example.identifier.item-wrapper")

func check() {
    if wrapper.lastStatus != errSecSuccess { exit(1) }
}

if CommandLine.arguments.dropFirst().first == "forget" {
    wrapper.resetKeychainItem()
    check()
    print("deleted")
} else if let identifier = wrapper.object(forKey: kSecValueData) as? String, !identifier.isEmpty {
    print("found", identifier)
} else {
    // Don't replace an identifier that can't be read.
    check()
    let identifier = UUID().uuidString
    wrapper.setObject(identifier, forKey: kSecValueData)
    check()
    print("made", identifier)
}
