// SPDX-License-Identifier: Apache-2.0
// Keeps an identifier of this device: made at the first start, found at every later one, also after
// the program was reinstalled. The argument `forget` deletes it. Uses KeychainWrapper.
import Foundation
import KeychainWrappers
import Security

let wrapper = KeychainWrapper()

func check() {
    if wrapper.lastStatus != errSecSuccess { exit(1) }
}

// An empty keychain item has a default secret: the mark shows that the secret is ours.
let mark = "device identifier"

if CommandLine.arguments.dropFirst().first == "forget" {
    wrapper.resetKeychainItem()
    check()
    print("deleted")
} else if wrapper.myObject(forKey: kSecAttrDescription) as? String == mark,
    let identifier = wrapper.myObject(forKey: kSecValueData) as? String
{
    print("found", identifier)
} else {
    // Don't replace an identifier that can't be read.
    check()
    let identifier = UUID().uuidString
    wrapper.mySetObject(identifier, forKey: kSecValueData)
    check()
    wrapper.mySetObject(mark, forKey: kSecAttrDescription)
    check()
    print("made", identifier)
}
