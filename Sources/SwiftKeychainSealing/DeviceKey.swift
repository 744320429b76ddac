import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Holds the 32-byte key of this device in a locked arena.
public final class DeviceKey: Sendable {
    /// The length of a device key, in bytes.
    public static let byteCount = 32

    /// Names the key without revealing anything of it: 16 bytes, BLAKE2b-128 keyed by it.
    public let identifier: [UInt8]
    private let arena: KeyArena

    private init(_ arena: KeyArena) {
        self.arena = arena
        identifier = arena.withBytes { bytes in
            KeyedHash.digest(
                KeyPurpose.deviceKeyIdentifier.message,
                under: bytes.bindMemory(to: UInt8.self).baseAddress!)
        }
    }

    /// Makes a new key from the kernel's random bytes.
    ///
    /// - Throws: `notAvailable` when libsodium cannot start.
    public static func generate() throws(KeychainError) -> DeviceKey {
        try Sodium.start()
        return DeviceKey(KeyArena(count: byteCount) { RandomSource.system.fill($0) })
    }

    /// Takes the key over from where it is kept.
    ///
    /// - Throws: `notAvailable` unless `bytes` are exactly 32.
    public convenience init(bytes: SecretBytes) throws(KeychainError) {
        try Sodium.start()
        guard bytes.count == Self.byteCount else {
            throw KeychainError(
                .notAvailable, "device key: \(bytes.count) bytes instead of \(Self.byteCount)")
        }
        self.init(
            KeyArena(count: Self.byteCount) { arena in
                bytes.withBytes { arena.copyMemory(from: $0) }
            })
    }

    /// Lends the 32 bytes for the length of `body`, for writing them where they are kept.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try arena.withBytes(body)
    }

    /// Writes the key of `purpose` under this one to `output`, 32 bytes.
    func derive(_ purpose: KeyPurpose, into output: UnsafeMutableRawPointer) {
        arena.withBytes { bytes in
            purpose.derive(under: bytes.bindMemory(to: UInt8.self).baseAddress!, into: output)
        }
    }
}

extension DeviceKey: CustomStringConvertible {
    /// Tells the identifier, which is no secret.
    public var description: String { "DeviceKey(\(Hexadecimal.text(identifier)))" }
}

/// The start of libsodium, once a process.
enum Sodium {
    private static let isReady = sodium_init() >= 0

    static func start() throws(KeychainError) {
        if !isReady { throw KeychainError(.notAvailable, "libsodium: cannot start") }
    }
}
