import SwiftKeychainMemory
import SwiftKeychainModel

/// Proves that the passcode of a keybag was entered: holds the keys that it wraps.
public struct PasscodeKeys: Sendable {
    let roots: RootKeys
}

// A change gives a new keybag, one revision on; the caller puts its record into the store.
extension Keybag {
    /// The longest passcode, in bytes.
    public static let longestPasscode = PasscodeParameters.longest

    /// Tells whether the passcode's key was derived with less work than `cost`.
    public func isWeaker(than cost: PasscodeCost) -> Bool {
        passcode?.cost.isBelow(cost) ?? false
    }

    /// Opens what the passcode wraps. Takes as long as the stored parameters say.
    ///
    /// - Throws: `authenticationFailed` when the passcode is wrong, or none is set; `notAvailable`
    ///   when `deviceKey` is another.
    public func open(
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
            // The record was authentic, so its boxes are: it was the passcode.
            throw KeychainError(.authenticationFailed, "passcode: wrong")
        }
    }

    /// Sets the first passcode: new keys for every class that locks, `akpu` among them.
    ///
    /// What lay under the old ones has to be sealed again, in the transaction that stores the record.
    public func settingPasscode(
        _ passcode: SecretBytes, cost: PasscodeCost, deviceKey: DeviceKey
    ) throws(KeychainError) -> (keybag: Keybag, keys: PasscodeKeys) {
        precondition(!hasPasscode, "the first passcode")
        let salt = random.bytes(PasscodeParameters.saltBytes)
        let keys = PasscodeKeys(roots: RootKeys(RootKeys.locking, random))
        let keybag = try rewrapped(
            keys, PasscodeParameters(salt: salt, cost: cost), passcode, deviceKey)
        return (keybag, keys)
    }

    /// Wraps the same keys under another passcode, or under the same one with another cost.
    public func changingPasscode(
        to passcode: SecretBytes, cost: PasscodeCost, keys: PasscodeKeys, deviceKey: DeviceKey
    ) throws(KeychainError) -> Keybag {
        precondition(hasPasscode, "there is one to change")
        let salt = random.bytes(PasscodeParameters.saltBytes)
        return try rewrapped(
            keys, PasscodeParameters(salt: salt, cost: cost), passcode, deviceKey)
    }

    /// Wraps the keys under the device key alone; that of `akpu` goes.
    public func removingPasscode(
        keys: PasscodeKeys, deviceKey: DeviceKey
    ) throws(KeychainError) -> Keybag {
        precondition(hasPasscode, "there is one to remove")
        return try rewrapped(keys, nil, nil, deviceKey)
    }

    private func rewrapped(
        _ keys: PasscodeKeys, _ parameters: PasscodeParameters?, _ passcode: SecretBytes?,
        _ deviceKey: DeviceKey
    ) throws(KeychainError) -> Keybag {
        try parameters?.check()
        let old = try KeybagRecord(record, deviceKey: deviceKey)
        let deviceWrapping = RootKeys.wrappingKey(storeIdentifier, deviceKey)
        let standing = try RootKeys(RootKeys.standing, of: old, under: deviceWrapping)
        var passcodeWrapping = deviceWrapping
        if let parameters, let passcode {
            passcodeWrapping = try parameters.wrappingKey(
                passcode, store: storeIdentifier, deviceKey: deviceKey)
        }
        let wrapped = RootKeys.names(hasPasscode: parameters != nil).map { name in
            RootKeys.locking.contains(name)
                ? keys.roots.wrapped(name, store: storeIdentifier, under: passcodeWrapping, random)
                : standing.wrapped(name, store: storeIdentifier, under: deviceWrapping, random)
        }
        let record = KeybagRecord(
            store: storeIdentifier, deviceKeyIdentifier: deviceKey.identifier,
            revision: revision + 1, passcode: parameters, wrapped: wrapped)
        return try Keybag(
            record: record.encoded(under: deviceKey), deviceKey: deviceKey, random: random)
    }
}
