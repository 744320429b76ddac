// SPDX-License-Identifier: Apache-2.0
// A program that the tests of the TPM kill: makes a key, or signs with a stored one.
//
//     TPMProbe create|sign ADDRESS STORED
//
// Or it changes the anchor of a store, or adds items to it, as if each came 700 seconds after the one before.
//
//     TPMProbe enable|disable ADDRESS HOME
//     TPMProbe add ADDRESS HOME NOW COUNT
import Foundation
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainService
import SwiftKeychainTPM
import SwiftKeychainTokens
import Synchronization

alarm(60)
let arguments = CommandLine.arguments
let address = try TPMAddress(arguments[2])
let clock = Mutex(arguments.count > 4 ? Double(arguments[4])! : 0)

/// The store, as a process opens it that remembers no value of the counter.
func keychain() -> Keychain {
    var system = SystemSources(now: { clock.withLock { $0 } })
    system.keepsUnlockedInKernel = false
    return Keychain(home: arguments[3], system: system)
}

do {
    switch arguments[1] {
    case "enable", "disable":
        _ = try TPMAddress.$override.withValue(address) {
            try keychain().changeAnchor(arguments[1] == "enable" ? .enable : .disable) { _ in
                SecretBytes(copying: [])
            }
        }
    case "add":
        try TPMAddress.$override.withValue(address) {
            for number in 0..<Int(arguments[5])! {
                clock.withLock { $0 += 700 }
                try keychain().add(
                    NewItem(
                        .genericPassword,
                        attributes: [.service: .string("\(getpid()) \(number)")],
                        secret: SecretBytes(copying: [1])))
            }
        }
    case "create":
        _ = try TPMKey.create(.ellipticCurve, bits: nil, in: .secureEnclave, at: address)
    default:
        let stored = SecretBytes(copying: Data(base64Encoded: arguments[3]) ?? Data())
        let key = try TPMKey(stored: stored, of: .secureEnclave, at: address)
        _ = try key.ecdsaSignature(of: [UInt8](repeating: 7, count: 32))
    }
} catch {
    FileHandle.standardError.write(Data("TPMProbe: \(error)\n".utf8))
    exit(3)
}
