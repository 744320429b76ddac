// Keeps an identifier of this device: made at the first start, found at every later one, also when
// the program was installed anew. With the word `forget` it is deleted. Uses KeychainWrapper.
import Foundation
import KeychainWrappers
import Security

let wrapper = KeychainWrapper()

func check() {
    if wrapper.lastStatus != errSecSuccess { exit(1) }
}

// The secret has a default of its own, so that a mark tells whether ours is there.
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
    // What cannot be read is not replaced.
    check()
    let identifier = UUID().uuidString
    wrapper.mySetObject(identifier, forKey: kSecValueData)
    check()
    wrapper.mySetObject(mark, forKey: kSecAttrDescription)
    check()
    print("made", identifier)
}
