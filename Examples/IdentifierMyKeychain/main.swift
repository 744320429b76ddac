// SPDX-License-Identifier: Apache-2.0
// Keeps an identifier of this device: made at the first start, found at every later one, also after
// the program was reinstalled. The argument `forget` deletes it. Uses MyKeychain.
import Foundation
import KeychainWrappers

let service = "example.identifier.my-keychain"

if CommandLine.arguments.dropFirst().first == "forget" {
    try MyKeychain.delete(service: service)
    print("deleted")
} else if let identifier = try MyKeychain.load(service: service) as? String {
    print("found", identifier)
} else {
    let identifier = UUID().uuidString
    try MyKeychain.save(service: service, data: identifier)
    print("made", identifier)
}
