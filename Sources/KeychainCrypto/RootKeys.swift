import KeychainMemory
import KeychainModel

/// Holds the keys a keybag wraps, for as long as it takes to derive the working keys from them.
///
/// 32 bytes each, in the order of ``names``.
struct RootKeys: Sendable {
    /// The names of the keys in the record, in the canonical order of its map.
    static let names = classes.map(\.rawValue) + ["index", "manifest"]
    /// The classes that have a key without a passcode: all but the one that needs a passcode.
    static let classes: [ProtectionClass] = [
        .whenUnlocked, .afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly,
        .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly,
    ]

    private let arena: KeyArena

    /// Makes new keys.
    init(_ random: RandomSource) {
        arena = KeyArena(count: Self.names.count * KeyedHash.keyBytes) { random.fill($0) }
    }

    /// Unwraps the keys of a record.
    ///
    /// - Throws: `notAvailable` when one was not wrapped under this device key for this store.
    init(wrapped: [[UInt8]], store: [UInt8], deviceKey: DeviceKey) throws(KeychainError) {
        precondition(wrapped.count == Self.names.count, "the record names every key")
        let wrappingKey = Self.wrappingKey(store, deviceKey)
        arena = try KeyArena(count: Self.names.count * KeyedHash.keyBytes) {
            (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            for (index, name) in Self.names.enumerated() {
                let range = index * KeyedHash.keyBytes..<(index + 1) * KeyedHash.keyBytes
                let isOpen = wrappingKey.withBytes { key in
                    wrapped[index].count == KeyedHash.keyBytes + Box.overhead
                        && Box.open(
                            wrapped[index], associatedData: Self.associatedData(store, name),
                            under: key.bindMemory(to: UInt8.self).baseAddress!,
                            into: UnsafeMutableRawBufferPointer(rebasing: buffer[range]))
                }
                if !isOpen { throw KeychainError(.notAvailable, "keybag: key \(name) is damaged") }
            }
        }
    }

    /// Wraps every key for `store`, 72 bytes each: a box of the 32 bytes.
    func wrapped(store: [UInt8], deviceKey: DeviceKey, _ random: RandomSource) -> [[UInt8]] {
        let wrappingKey = Self.wrappingKey(store, deviceKey)
        return Self.names.indices.map { index in
            arena.withBytes { keys in
                let start = index * KeyedHash.keyBytes
                let plaintext = UnsafeRawBufferPointer(
                    rebasing: keys[start..<start + KeyedHash.keyBytes])
                return wrappingKey.withBytes { key in
                    Box.seal(
                        plaintext, associatedData: Self.associatedData(store, Self.names[index]),
                        nonce: random.bytes(Box.nonceBytes),
                        under: key.bindMemory(to: UInt8.self).baseAddress!)
                }
            }
        }
    }

    /// Lends the key of `name`.
    func withKey<Result>(_ name: String, _ body: (KeyPointer) -> Result) -> Result {
        guard let index = Self.names.firstIndex(of: name) else {
            preconditionFailure("no key is named \(name)")
        }
        return arena.withBytes { bytes in
            body(bytes.bindMemory(to: UInt8.self).baseAddress! + index * KeyedHash.keyBytes)
        }
    }

    private static func wrappingKey(_ store: [UInt8], _ deviceKey: DeviceKey) -> KeyArena {
        KeyArena(count: KeyedHash.keyBytes) {
            deviceKey.derive(.wrapping(store), into: $0.baseAddress!)
        }
    }

    /// Binds a wrapped key to its store, its name and the version of the format.
    private static func associatedData(_ store: [UInt8], _ name: String) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 64)
        encoder.array(4)
        encoder.text(Format.name)
        encoder.text("wrapped key")
        encoder.data(store)
        encoder.text(name)
        return encoder.bytes
    }
}
