// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The keychains that a user's programs have written to, and whether each has a passcode. It is sealed under the
/// device key, outside of the folder of the keychains.
package struct KnownKeychains: Sendable, Equatable {
    /// What is known of the keychain at one path.
    package struct Keychain: Sendable, Equatable {
        /// The identifier of the store, 16 bytes.
        package var store: [UInt8]
        package var hasPasscode: Bool

        package init(store: [UInt8], hasPasscode: Bool) {
            (self.store, self.hasPasscode) = (store, hasPasscode)
        }

        package init(_ keybag: Keybag) {
            self.init(store: keybag.storeIdentifier, hasPasscode: keybag.hasPasscode)
        }
    }

    private static let magic = "swift-keychain known keychains"
    private static let version: UInt64 = 1
    /// The most keychains that are sealed, so that the record stays short.
    package static let most = 1024

    /// By the bytes of their paths.
    package var keychains: [[UInt8]: Keychain] = [:]

    package init() {}

    /// Returns the identifier of the device key that seals a record.
    ///
    /// - Throws: `notAvailable` for anything else, and for a record of a newer version.
    package static func deviceKeyIdentifier(
        inRecord record: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        try parts(record).identifier
    }

    /// Opens a record.
    ///
    /// - Throws: `notAvailable` when `key` didn't seal it.
    package init(record: [UInt8], deviceKey key: DeviceKey) throws(KeychainError) {
        let (identifier, box) = try Self.parts(record)
        guard identifier == key.identifier else {
            throw KeychainError(.notAvailable, "another device key sealed it")
        }
        let boxKey = key.key(for: .knownKeychains)
        guard let opened = boxKey.open(box, associatedData: Self.associatedData) else {
            throw KeychainError(.notAvailable, "the device key didn't seal it")
        }
        do throws(CanonicalCBOR.Malformed) {
            var decoder = CanonicalCBOR.Decoder(opened)
            for _ in 0..<(try decoder.array()) {
                guard try decoder.array() == 3 else { throw CanonicalCBOR.Malformed() }
                let path = try decoder.data()
                keychains[path] = Keychain(
                    store: try decoder.data(), hasPasscode: try decoder.boolean())
            }
            guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        } catch {
            throw Self.malformed
        }
    }

    /// Returns the sealed record: the CBOR array ["swift-keychain known keychains", format version, identifier of the
    /// device key, box] (Docs/internals/format.md).
    /// The box has an array of [path, store identifier, whether it has a passcode], sorted by the bytes of the paths.
    package func sealed(under key: DeviceKey, _ random: RandomSource = .system) -> [UInt8] {
        let content = CanonicalCBOR.array(
            keychains.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
                .array([.data($0.key), .data($0.value.store), .boolean($0.value.hasPasscode)])
            })
        let box = key.key(for: .knownKeychains).seal(
            content, associatedData: Self.associatedData, nonce: random.bytes(Box.nonceBytes))
        return CanonicalCBOR.array([
            .text(Self.magic), .unsigned(Self.version), .data(key.identifier), .data(box),
        ])
    }

    /// Reads the clear parts of the file: which device key sealed it, and the box.
    private static func parts(
        _ record: [UInt8]
    ) throws(KeychainError) -> (identifier: [UInt8], box: [UInt8]) {
        try CanonicalCBOR.fields(of: record, 4, magic, version, malformed) {
            decoder throws(CanonicalCBOR.Malformed) in
            (try decoder.data(), try decoder.data())
        }
    }

    private static var malformed: KeychainError {
        KeychainError(.notAvailable, "not a record of known keychains")
    }

    private static var associatedData: [UInt8] { Format.context("known keychains") }
}
