// SPDX-License-Identifier: Apache-2.0
// Keeps an identifier of this device: made at the first start, found at every later one, also after
// the program was reinstalled. The argument `forget` deletes it. Uses SFHFKeychainUtils.
import Foundation
import KeychainWrappers

let user = "device"
let service = "example.identifier.sfhf"

if CommandLine.arguments.dropFirst().first == "forget" {
    try SFHFKeychainUtils.deleteItem(forUsername: user, serviceName: service)
    print("deleted")
} else if let identifier = try SFHFKeychainUtils.getPassword(
    forUsername: user, serviceName: service)
{
    print("found", identifier)
} else {
    let identifier = UUID().uuidString
    try SFHFKeychainUtils.storeUsername(
        user, password: identifier, serviceName: service, updateExisting: false)
    print("made", identifier)
}
