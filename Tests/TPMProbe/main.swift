// A program that the tests of the TPM kill: makes a key, or signs with a stored one.
//
//     TPMProbe create|sign ADDRESS STORED
import Foundation
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainTokens

alarm(60)
let arguments = CommandLine.arguments
let address = try TPMAddress(arguments[2])
switch arguments[1] {
case "create":
    _ = try TPMKey.create(.ellipticCurve, bits: nil, in: .secureEnclave, at: address)
default:
    let stored = SecretBytes(copying: Data(base64Encoded: arguments[3]) ?? Data())
    let key = try TPMKey(stored: stored, of: .secureEnclave, at: address)
    _ = try [UInt8](repeating: 7, count: 32).withUnsafeBytes { try key.ecdsaSignature(of: $0) }
}
