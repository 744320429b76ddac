// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The keys of one store, and the operations that need them: digests, boxes, the manifest.
///
/// This module is the cryptography of a store, with libsodium alone: keyed BLAKE2b for keys and digests,
/// XChaCha20-Poly1305 for boxes, Argon2id for passcodes. It reads and writes no file, and knows no SQL.
///
/// The idea is a tree of keys below one device key. A key is used for one purpose, and a box authenticates the place
/// that it was made for, so that moving bytes between columns, rows, revisions or stores makes them unreadable:
///
///     device key ──────────────┬─▶ wraps ─▶ index key ────▶ digests of attributes, primary keys
///     (with a passcode: device │            manifest key ─▶ the manifest and its elements
///     key and Argon2id, for    ├─▶ wraps ─▶ class keys ───▶ metadata key ─▶ column meta
///     the classes that lock)   │                        └─▶ secret key ───▶ column data
///                              └─▶ authenticates the record of the keybag
///
/// 1. A keybag is one authenticated record in the store. It never changes; a change makes a new one with the next
///    revision.
/// 2. Its keys are in a locked arena, which fork() wipes in the child; using them there stops the process.
/// 3. With a passcode the arena has no keys of classes that lock: each call borrows them (``lending(_:)``) and drops
///    them at its end.
/// 4. A wrong key and damaged bytes can't be distinguished in a box. So the record is authenticated first, and a row is
///    called damaged only under keys that were.
///
/// What may surprise: without a passcode, the device key alone opens everything. Docs/internals/format.md specifies
/// each byte, with test vectors.
package final class Keybag: Sendable {
    /// The record to keep in the store, deterministic CBOR of about 900 bytes (Docs/internals/format.md).
    package let record: [UInt8]
    /// The 16 random bytes that name the store and bind its boxes to it.
    package let storeIdentifier: [UInt8]
    /// The number of changes of the record, from 1.
    package let revision: Int64
    let keys: WorkingKeys
    let random: RandomSource
    let passcode: PasscodeParameters?
    /// The key that seals class keys that are kept between calls; nil without a passcode.
    let keeping: Keeping?
    let classKeys: ClassKeys

    init(
        _ record: KeybagRecord, encoded: [UInt8], standing: RootKeys, deviceKey: DeviceKey,
        _ random: RandomSource
    ) {
        self.record = encoded
        revision = record.revision
        storeIdentifier = record.store
        passcode = record.passcode
        keys = WorkingKeys(standing, store: record.store)
        self.random = random
        classKeys = ClassKeys()
        keeping = record.passcode.map { _ in Keeping(record, deviceKey) }
    }

    /// Makes a keybag for one call, which shares everything with `other` except the source of the keys of locking
    /// classes.
    init(_ other: Keybag, classKeys: ClassKeys) {
        record = other.record
        storeIdentifier = other.storeIdentifier
        revision = other.revision
        keys = other.keys
        random = other.random
        passcode = other.passcode
        keeping = other.keeping
        self.classKeys = classKeys
    }

    /// Makes the keybag of a new store: a store identifier, an index key, a manifest key and a key
    /// for every protection class but `akpu`, all random, wrapped by the device key.
    package static func create(
        deviceKey: DeviceKey, random: RandomSource = .system
    ) throws(KeychainError) -> Keybag {
        let store = random.bytes(KeybagRecord.identifierBytes)
        let names = RootKeys.names(hasPasscode: false)
        let roots = RootKeys(names, random)
        let wrappingKey = deviceKey.key(for: .wrapping(store))
        let record = KeybagRecord(
            store: store, deviceKeyIdentifier: deviceKey.identifier, revision: 1,
            wrapped: names.map {
                roots.wrapped($0, store: store, under: wrappingKey, random)
            })
        return Keybag(
            record, encoded: record.encoded(under: deviceKey), standing: roots,
            deviceKey: deviceKey, random)
    }

    /// Opens the record of a store, without the keys that a passcode wraps.
    ///
    /// - Throws: `notAvailable` when the record was made under another device key (the detail names
    ///   both identifiers), is not authentic, asks for a passcode key weaker than any version made,
    ///   or was written by a newer version.
    package convenience init(
        record: [UInt8], deviceKey: DeviceKey, random: RandomSource = .system
    ) throws(KeychainError) {
        let parsed = try KeybagRecord(record, deviceKey: deviceKey)
        let names =
            parsed.passcode == nil ? RootKeys.names(hasPasscode: false) : RootKeys.standing
        let roots = try RootKeys(
            names, of: parsed, under: deviceKey.key(for: .wrapping(parsed.store)))
        self.init(parsed, encoded: record, standing: roots, deviceKey: deviceKey, random)
    }

    /// Whether a passcode protects the keys of the classes that require one.
    package var hasPasscode: Bool { passcode != nil }

    /// Checks that items of `protection` can be sealed and opened now.
    ///
    /// - Throws: `authenticationFailed` for `akpu` while there is no passcode;
    ///   `interactionNotAllowed` for a class that is locked.
    package func check(_ protection: ProtectionClass) throws(KeychainError) {
        guard hasPasscode else {
            if protection == .whenPasscodeSetThisDeviceOnly {
                throw KeychainError(
                    .authenticationFailed,
                    "\(Attribute.accessible): akpu needs a passcode to be set")
            }
            return
        }
        try withKey(.metadata, of: protection) { _ in }
    }

    /// Runs `body` with a key of `protection`, from the arena or from the keys of this call.
    ///
    /// - Throws: `interactionNotAllowed` for a class that is locked.
    func withKey<Result>(
        _ role: UnlockedKeys.Role, of protection: ProtectionClass, _ body: (KeyPointer) -> Result
    ) throws(KeychainError) -> Result {
        guard hasPasscode, let group = LockGroup(protection) else {
            return keys.withKey(.key(role, of: protection), body)
        }
        guard let unlocked = classKeys.keys(of: group) else {
            throw KeychainError(
                .interactionNotAllowed,
                "\(Attribute.accessible): class \(protection.rawValue) is locked")
        }
        return unlocked.withKey(role, of: protection, body)
    }
}
