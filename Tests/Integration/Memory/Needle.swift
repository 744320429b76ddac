// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import Foundation
import KeychainTestSupport

@testable import SwiftKeychain
@testable import SwiftKeychainService
@testable import SwiftKeychainSealing

/// Is something to look for in another process's memory, with its name.
struct Needle {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// How many bytes must agree: a copy of which the ends were overwritten is found too.
    static let window = 16

    var windows: [[UInt8]] {
        stride(from: 0, through: bytes.count - Self.window, by: Self.window).map {
            Array(bytes[$0..<$0 + Self.window])
        }
    }
}

extension [Needle] {
    /// Gives everything that the passcode of a keychain opens: the keys of its classes, what is
    /// derived from each of them, and what leads there from the passcode.
    static func keys(
        of keychain: Keychain, passcode: SecretBytes
    ) throws -> (needles: [Needle], keybag: Keybag, deviceKey: DeviceKey) {
        let engine = try keychain.engine()
        let keybag = try engine.restingKeybag().keybag
        let deviceKey = try engine.deviceKeys(of: keybag).new
        let parameters = keybag.passcode!
        var stretched = [UInt8](repeating: 0, count: KeyedHash.keyBytes)
        let result = passcode.withBytes { passcode in
            crypto_pwhash(
                &stretched, UInt64(stretched.count),
                passcode.bindMemory(to: CChar.self).baseAddress!, UInt64(passcode.count),
                parameters.salt, parameters.cost.operations, Int(parameters.cost.memory),
                crypto_pwhash_ALG_ARGON2ID13)
        }
        precondition(result == 0, "there is memory to derive a key")
        let root = try parameters.wrappingKey(
            passcode, store: keybag.storeIdentifier, deviceKey: deviceKey)
        var needles = [
            Needle("passcode", passcode.withBytes { [UInt8]($0) }),
            Needle("stretched passcode", stretched),
            Needle("root", root.withBytes { [UInt8]($0) }),
        ]
        let roots = try keybag.open(passcode: passcode, deviceKey: deviceKey).roots
        for name in RootKeys.locking {
            roots.withKey(name) { key in
                let bytes = UnsafeBufferPointer(start: key, count: KeyedHash.keyBytes)
                needles.append(Needle("class key \(name)", [UInt8](bytes)))
                for (role, purpose) in [("metadata", KeyPurpose.metadata), ("secret", .secret)] {
                    var derived = [UInt8](repeating: 0, count: KeyedHash.keyBytes)
                    derived.withUnsafeMutableBytes {
                        purpose.derive(under: key, into: $0.baseAddress!)
                    }
                    needles.append(Needle("\(role) key \(name)", derived))
                }
            }
        }
        return (needles, keybag, deviceKey)
    }
}
