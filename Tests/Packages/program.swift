// SPDX-License-Identifier: Apache-2.0
// Stores and finds a secret with the modules of libswift-keychain-dev.
import Foundation
import Security
import SwiftKeychain

let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "mail",
]
let new = item.merging([kSecValueData as String: Data("secret".utf8)]) { _, new in new }
guard SecItemAdd(new as CFDictionary, nil) == errSecSuccess else { fatalError("add") }
let query = item.merging([kSecReturnData as String: true]) { _, new in new }
var result: CFTypeRef?
guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
    fatalError("find")
}
let found = try Keychain.default.find(Query(.genericPassword, .init([.service: .string("mail")])))
print(String(decoding: result as! Data, as: UTF8.self), found.count == 1, separator: ", ")
