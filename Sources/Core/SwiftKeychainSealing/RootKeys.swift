// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Keys that a keybag wraps, until the working keys are derived from them.
///
/// Each is 32 bytes long, in the order of ``names``.
struct RootKeys: Sendable {
    /// The classes in the canonical order of the record's map.
    private static let classes = ProtectionClass.allCases
    private static let roots = ["index", "manifest"]

    /// Returns the names of the keys in a record, in the canonical order of its map; `akpu` has a key
    /// only with a passcode.
    static func names(hasPasscode: Bool) -> [String] {
        (hasPasscode ? classes : classes.dropLast()).map(\.rawValue) + roots
    }
    /// The keys that a passcode wraps.
    static let locking = classes.filter { LockGroup($0) != nil }.map(\.rawValue)
    /// The keys that the device key alone wraps, whether or not there is a passcode.
    static let standing = classes.filter { LockGroup($0) == nil }.map(\.rawValue) + roots

    /// The names of these keys.
    let names: [String]
    private let arena: KeyArena

    /// Makes new keys.
    init(_ names: [String], _ random: RandomSource) {
        self.names = names
        arena = KeyArena(count: names.count * KeyedHash.keyBytes) { random.fill($0) }
    }

    /// Unwraps the keys of a record that are in `names`.
    ///
    /// - Throws: `notAvailable` when one was not wrapped under this key for this store.
    init(
        _ names: [String], of record: KeybagRecord, under wrappingKey: KeyArena
    ) throws(KeychainError) {
        self.names = names
        var damaged: String?
        arena = KeyArena(count: names.count * KeyedHash.keyBytes) { buffer in
            for (index, name) in names.enumerated() where damaged == nil {
                let range = index * KeyedHash.keyBytes..<(index + 1) * KeyedHash.keyBytes
                let box = zip(record.names, record.wrapped).first { $0.0 == name }?.1 ?? []
                let isOpen = wrappingKey.withKey { key in
                    box.count == KeyedHash.keyBytes + Box.overhead
                        && Box.open(
                            box, associatedData: Self.associatedData(record.store, name),
                            under: key,
                            into: UnsafeMutableRawBufferPointer(rebasing: buffer[range]))
                }
                if !isOpen { damaged = name }
            }
        }
        if let damaged {
            throw KeychainError(.notAvailable, "keybag: key \(damaged) is damaged")
        }
    }

    /// Wraps the key of `name` for `store`: a box of 72 bytes.
    func wrapped(
        _ name: String, store: [UInt8], under wrappingKey: KeyArena, _ random: RandomSource
    ) -> [UInt8] {
        withKey(name) { plaintext in
            wrappingKey.withKey { key in
                Box.seal(
                    UnsafeRawBufferPointer(start: plaintext, count: KeyedHash.keyBytes),
                    associatedData: Self.associatedData(store, name),
                    nonce: random.bytes(Box.nonceBytes), under: key)
            }
        }
    }

    /// Runs `body` with the key of `name`.
    func withKey<Result>(_ name: String, _ body: (KeyPointer) -> Result) -> Result {
        guard let index = names.firstIndex(of: name) else {
            preconditionFailure("no key is named \(name)")
        }
        return arena.withKey(at: index, body)
    }

    /// Returns the associated data that binds a wrapped key to its store, its name and the version of
    /// the format.
    private static func associatedData(_ store: [UInt8], _ name: String) -> [UInt8] {
        Format.context("wrapped key", [.data(store), .text(name)])
    }
}
