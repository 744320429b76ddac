// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The values of the use keys of a dictionary.
struct UseOptions {
    private(set) var itemList: [ItemReference]?
    private(set) var keychain: Keychain?
    private(set) var leavesTombstones: Bool?
    private var forbidsInterface = false
    private var interface: Authentication.Policy?
    private var context: (any _KeychainAuthenticationContext)?
    private var hasCredential = false
    private var prompt: String?

    /// How the user may be asked for an item that requires it.
    var asking: Authentication {
        var asking = carried?.authentication ?? Authentication()
        // The strictest value counts.
        if interface == .skip {
            asking.policy = .skip
        } else if forbidsInterface || interface == .fail {
            asking.policy = .fail
        }
        return asking
    }

    /// The authentication context that keys which are found or made keep for each use; nil if none is given.
    var carried: CarriedContext? {
        context == nil && prompt == nil ? nil : CarriedContext(context, prompt: prompt)
    }

    /// Reads the value of one use key.
    ///
    /// - Throws: `parameter` for a value the key does not take.
    mutating func read(_ key: UseKey, _ value: CFValue) throws(KeychainError) {
        switch key {
        case .itemList:
            itemList = try ItemReference.list(value.object, key: key.constant)
        case .keychain:
            keychain = try Keychain(value.object, key: key.constant)
        case .operationPrompt:
            prompt = try value.unicode(key.constant)
        case .noAuthenticationUI:
            forbidsInterface = try value.flag(key.constant)
        case .authenticationUI:
            interface = try Authentication.Policy(named: value.text)
        case .authenticationContext:
            context = value.object as? any _KeychainAuthenticationContext
            if context == nil { throw Self.refuse(key, "not an LAContext") }
        case .credentialReference:
            hasCredential = true
            guard value.object is NSData else { throw Self.refuse(key, "not data") }
        case .dataProtection, .userIndependent:
            // Every keychain of this library is a data protection keychain.
            _ = try value.flag(key.constant)
        case .tombstones:
            leavesTombstones = try Self.tombstones(value)
        }
    }

    /// Checks the rules about several keys together.
    func check(for call: ItemCall) throws(KeychainError) {
        if context != nil, hasCredential {
            throw Self.refuse(.authenticationContext, "not with kSecUseCredentialReference")
        }
        if interface == .skip, call != .copy {
            throw Self.refuse(.authenticationUI, "only searches can skip items")
        }
    }

    private static func tombstones(_ value: CFValue) throws(KeychainError) -> Bool {
        switch (value.boolean, value.text) {
        case (let flag?, _): return flag
        case (_, "0"): return false
        case (_, "1"): return true
        default: throw refuse(.tombstones, "must be 0 or 1")
        }
    }

    private static func refuse(_ key: UseKey, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(key.constant): \(rule)")
    }
}
