// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The keys that a passcode wraps: the proof that it was entered.
package struct PasscodeKeys: Sendable {
    let roots: RootKeys
}

// A change returns a new keybag of the next revision; the caller stores its record. Each can also replace the
// device key.
extension Keybag {
    /// The longest passcode, in bytes.
    package static let longestPasscode = 1 << 20

    /// Returns whether the passcode's key was derived with less work than `cost`.
    package func isWeaker(than cost: Argon2Cost) -> Bool {
        passcode?.cost.isBelow(cost) ?? false
    }

    /// Opens the keys that the passcode wraps; the time depends on the stored parameters.
    ///
    /// - Throws: `authenticationFailed` when the passcode is wrong, or none is set; `notAvailable`
    ///   when `deviceKey` is another.
    package func open(
        passcode: SecretBytes, deviceKey: DeviceKey
    ) throws(KeychainError) -> PasscodeKeys {
        let record = try KeybagRecord(self.record, deviceKey: deviceKey)
        guard let parameters = record.passcode else {
            throw KeychainError(.authenticationFailed, "passcode: none is set")
        }
        let wrappingKey = try parameters.wrappingKey(
            passcode, store: record.store, deviceKey: deviceKey)
        do {
            return PasscodeKeys(
                roots: try RootKeys(RootKeys.locking, of: record, under: wrappingKey))
        } catch {
            // The record is authentic, so its boxes are too: the passcode is wrong.
            throw KeychainError(.authenticationFailed, "passcode: wrong")
        }
    }

    /// Sets the first passcode: new keys for every class that locks, `akpu` among them.
    ///
    /// The rows sealed under the old keys must be resealed in the transaction that stores the record.
    package func settingPasscode(
        _ passcode: SecretBytes, cost: Argon2Cost, deviceKey: DeviceKey,
        replacedBy new: DeviceKey? = nil
    ) throws(KeychainError) -> (keybag: Keybag, keys: PasscodeKeys) {
        precondition(!hasPasscode, "the first passcode")
        let salt = random.bytes(PasscodeParameters.saltBytes)
        let keys = PasscodeKeys(roots: RootKeys(RootKeys.locking, random))
        let keybag = try rewrapped(
            keys, PasscodeParameters(salt: salt, cost: cost), passcode, deviceKey, new ?? deviceKey)
        return (keybag, keys)
    }

    /// Wraps the same keys under another passcode, or under the same one with another cost; without a passcode, under
    /// the device key alone, and without the key of `akpu`.
    package func changingPasscode(
        to passcode: SecretBytes?, cost: Argon2Cost, keys: PasscodeKeys, deviceKey: DeviceKey,
        replacedBy new: DeviceKey? = nil
    ) throws(KeychainError) -> Keybag {
        precondition(hasPasscode, "there is one to change")
        let parameters = passcode.map { _ in
            PasscodeParameters(salt: random.bytes(PasscodeParameters.saltBytes), cost: cost)
        }
        return try rewrapped(keys, parameters, passcode, deviceKey, new ?? deviceKey)
    }

    /// Wraps the same keys under another device key, where no passcode wraps any.
    package func replacing(
        _ deviceKey: DeviceKey, by new: DeviceKey
    ) throws(KeychainError) -> Keybag {
        precondition(!hasPasscode, "a passcode wraps some of its keys")
        let record = try KeybagRecord(self.record, deviceKey: deviceKey)
        let roots = try RootKeys(
            RootKeys.names(hasPasscode: false), of: record,
            under: deviceKey.key(for: .wrapping(storeIdentifier)))
        return try rewrapped(PasscodeKeys(roots: roots), nil, nil, deviceKey, new)
    }

    /// Makes the keybag with the next revision, whose keys are the same and wrapped anew: those of locking classes with
    /// the passcode if there is one, and the others with the device key alone.
    private func rewrapped(
        _ keys: PasscodeKeys, _ parameters: PasscodeParameters?, _ passcode: SecretBytes?,
        _ deviceKey: DeviceKey, _ new: DeviceKey
    ) throws(KeychainError) -> Keybag {
        try parameters?.check()
        let old = try KeybagRecord(record, deviceKey: deviceKey)
        let standing = try RootKeys(
            RootKeys.standing, of: old, under: deviceKey.key(for: .wrapping(storeIdentifier)))
        let deviceWrapping = new.key(for: .wrapping(storeIdentifier))
        var passcodeWrapping = deviceWrapping
        if let parameters, let passcode {
            passcodeWrapping = try parameters.wrappingKey(
                passcode, store: storeIdentifier, deviceKey: new)
        }
        let wrapped = RootKeys.names(hasPasscode: parameters != nil).map { name in
            RootKeys.locking.contains(name)
                ? keys.roots.wrapped(name, store: storeIdentifier, under: passcodeWrapping, random)
                : standing.wrapped(name, store: storeIdentifier, under: deviceWrapping, random)
        }
        let record = KeybagRecord(
            store: storeIdentifier, deviceKeyIdentifier: new.identifier,
            revision: revision + 1, passcode: parameters, wrapped: wrapped)
        return try Keybag(
            record: record.encoded(under: new), deviceKey: new, random: random)
    }
}

/// The salt and cost of a passcode, as the record of a keybag has them.
///
/// They are authenticated with the record: an attacker who could lower the cost would make guesses cheap.
struct PasscodeParameters: Sendable, Equatable {
    static let saltBytes = 16

    let salt: [UInt8]
    let cost: Argon2Cost

    /// Checks that a version of this package can have written them.
    ///
    /// - Throws: `notAvailable` when the record was altered.
    func check() throws(KeychainError) {
        guard salt.count == Self.saltBytes else {
            throw KeychainError(.notAvailable, "keybag: a salt of \(salt.count) bytes")
        }
        if !Argon2Cost.passcodeLimits.contain(cost) {
            throw KeychainError(
                .notAvailable,
                "keybag: passcode parameters \(cost.operations), \(cost.memory) out of bounds")
        }
    }

    /// Derives the key that wraps the class keys that require a passcode:
    /// H(device key, Argon2id(passcode, salt, operations, memory) ‖ store ‖ "passcode").
    ///
    /// - Throws: `allocation` when there is not enough memory.
    func wrappingKey(
        _ passcode: SecretBytes, store: [UInt8], deviceKey: DeviceKey
    ) throws(KeychainError) -> KeyArena {
        let suffix = store + Array("passcode".utf8)
        var isDone = false
        let message = SecretBytes(count: KeyedHash.keyBytes + suffix.count) { buffer in
            isDone = cost.derive(passcode, salt: salt, into: buffer)
            UnsafeMutableRawBufferPointer(rebasing: buffer[KeyedHash.keyBytes...])
                .copyBytes(from: suffix)
        }
        guard isDone else {
            throw KeychainError(.allocation, "passcode: no \(cost.memory) bytes to derive its key")
        }
        return KeyArena(count: KeyedHash.keyBytes) { output in
            message.withBytes { message in
                deviceKey.withBytes { key in
                    KeyedHash.hash(
                        message, under: key.bindMemory(to: UInt8.self).baseAddress!,
                        into: output.bindMemory(to: UInt8.self))
                }
            }
        }
    }
}
