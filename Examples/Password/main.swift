// SPDX-License-Identifier: Apache-2.0
// Stores and finds a password with nothing but `import Security`.
//
//   password add SERVICE ACCOUNT     the password comes from standard input, one line
//   password find SERVICE ACCOUNT    prints the password
import Foundation
import Security

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("password: \(message)\n".utf8))
    exit(1)
}

func check(_ status: OSStatus) {
    if status != errSecSuccess {
        fail(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
    }
}

let words = CommandLine.arguments
guard words.count == 4 else { fail("usage: password add|find SERVICE ACCOUNT") }

let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: words[2],
    kSecAttrAccount as String: words[3],
]

switch words[1] {
case "add":
    guard let password = readLine() else { fail("no password on standard input") }
    let new = item.merging([kSecValueData as String: Data(password.utf8)]) { _, new in new }
    check(SecItemAdd(new as CFDictionary, nil))
case "find":
    let query = item.merging([kSecReturnData as String: true]) { _, new in new }
    var result: CFTypeRef?
    check(SecItemCopyMatching(query as CFDictionary, &result))
    print(String(decoding: result as? Data ?? Data(), as: UTF8.self))
default:
    fail("usage: password add|find SERVICE ACCOUNT")
}
