// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainModel
import SwiftKeychainSystem

/// The record of a keybag.
///
/// The CBOR array ["swift-keychain keybag", format version, store identifier, device key
/// identifier, revision, passcode parameters or null, wrapped keys, authentication]. The last is
/// the BLAKE2b-256 of every byte before it, under a key derived from the device key.
struct KeybagRecord {
    static let magic = "swift-keychain keybag"
    static let identifierBytes = 16
    /// The authentication with its CBOR head, at the end of the record.
    private static let authenticationBytes = 2 + 32

    let store: [UInt8]
    let deviceKeyIdentifier: [UInt8]
    let revision: Int64
    var passcode: PasscodeParameters?
    /// The wrapped keys in the order of ``names``.
    let wrapped: [[UInt8]]
    /// The names of the keys in the record.
    var names: [String] { RootKeys.names(hasPasscode: passcode != nil) }

    /// Encodes and authenticates the record; `deviceKey` must be the one it names.
    func encoded(under deviceKey: DeviceKey) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 1024)
        encoder.array(8)
        encoder.text(Self.magic)
        encoder.unsigned(Format.keybagVersion)
        encoder.data(store)
        encoder.data(deviceKeyIdentifier)
        encoder.integer(revision)
        if let passcode {
            encoder.array(3)
            encoder.data(passcode.salt)
            encoder.unsigned(passcode.cost.operations)
            encoder.unsigned(passcode.cost.memory)
        } else {
            encoder.null()
        }
        encoder.map(names.count)
        for (name, box) in zip(names, wrapped) {
            encoder.text(name)
            encoder.data(box)
        }
        encoder.data(Self.authentication(of: encoder.bytes, store, deviceKey))
        return encoder.bytes
    }

    /// Returns the last element of the record: a keyed hash of all bytes before it, under a key derived for this store.
    private static func authentication(
        of message: [UInt8], _ store: [UInt8], _ deviceKey: DeviceKey
    ) -> [UInt8] {
        deviceKey.key(for: .keybag(store)).withKey {
            KeyedHash.digest(message, under: $0, count: 32)
        }
    }
}

extension KeybagRecord {
    /// Reads a record and checks that `deviceKey` authenticated it.
    ///
    /// - Throws: `notAvailable` otherwise; the detail has the reason.
    init(_ record: [UInt8], deviceKey: DeviceKey) throws(KeychainError) {
        let parts: Parts
        do {
            parts = try Parts(record)
        } catch {
            throw KeychainError(.notAvailable, "keybag: not in its encoded form")
        }
        guard parts.version == Format.keybagVersion else {
            throw KeychainError(
                .notAvailable,
                "keybag: format \(parts.version), this version reads \(Format.keybagVersion)")
        }
        let found = parts.record
        guard found.deviceKeyIdentifier == deviceKey.identifier else {
            throw KeychainError(
                .notAvailable,
                "keybag: made under device key \(Hexadecimal.text(found.deviceKeyIdentifier)), "
                    + "not under \(Hexadecimal.text(deviceKey.identifier))")
        }
        let message = Array(record.dropLast(Self.authenticationBytes))
        let expected = Self.authentication(of: message, found.store, deviceKey)
        guard sodium_memcmp(expected, parts.authentication, expected.count) == 0 else {
            throw KeychainError(.notAvailable, "keybag: not authentic")
        }
        try found.passcode?.check()
        // Checked last, because only an authentic record proves that a newer version wrote it.
        guard parts.names == found.names else {
            throw KeychainError(
                .notAvailable, "keybag: contains keys that this version doesn't know")
        }
        self = found
    }
}

extension Keybag {
    /// Returns the identifier of the device key in a record, 16 bytes; nil when the record is
    /// malformed. It isn't authenticated: use it only in messages.
    package static func deviceKeyIdentifier(inRecord record: [UInt8]) -> [UInt8]? {
        try? Parts(record).record.deviceKeyIdentifier
    }
}

/// The fields of a record before they are authenticated.
private struct Parts {
    let version: UInt64
    let record: KeybagRecord
    /// The names of the wrapped keys, as the record has them.
    let names: [String]
    let authentication: [UInt8]

    /// Reads the eight elements without checking their authentication.
    init(_ record: [UInt8]) throws(CanonicalCBOR.Malformed) {
        var decoder = CanonicalCBOR.Decoder(record)
        try decoder.array(of: 8, KeybagRecord.magic)
        version = try decoder.unsigned()
        let store = try decoder.data(count: KeybagRecord.identifierBytes)
        let deviceKeyIdentifier = try decoder.data(count: KeybagRecord.identifierBytes)
        let revision = try decoder.integer()
        var passcode: PasscodeParameters?
        if try !decoder.skipsNull() {
            // [salt, operations, memory] of Argon2id.
            try decoder.array(of: 3)
            let salt = try decoder.data()
            let operations = try decoder.unsigned()
            passcode = PasscodeParameters(
                salt: salt,
                cost: Argon2Cost(operations: operations, memory: try decoder.unsigned()))
        }
        var names: [String] = []
        var wrapped: [[UInt8]] = []
        for _ in 0..<(try decoder.map()) {
            names.append(try decoder.text())
            wrapped.append(try decoder.data())
        }
        self.names = names
        self.record = KeybagRecord(
            store: store, deviceKeyIdentifier: deviceKeyIdentifier, revision: revision,
            passcode: passcode, wrapped: wrapped)
        authentication = try decoder.data(count: 32)
        guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
    }
}
