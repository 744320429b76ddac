import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel

/// Says how much work one guess of a passcode takes: Argon2id (RFC 9106) with one lane.
public struct PasscodeCost: Sendable, Equatable {
    /// Passes over the memory.
    public let operations: UInt64
    /// Bytes of memory; whole KiB count.
    public let memory: UInt64

    package init(operations: UInt64, memory: UInt64) {
        self.operations = operations
        self.memory = memory
    }

    /// What a new passcode gets: a quarter of a second on one core of 2024.
    public static let standard = PasscodeCost(operations: 3, memory: 128 << 20)
    /// The least that is believed. A record that asks for less was made to be guessed at.
    public static let floor = PasscodeCost(operations: 2, memory: 19 << 20)
    /// The most that is tried, so that a record cannot take the machine's memory.
    public static let ceiling = PasscodeCost(operations: 1 << 10, memory: 4 << 30)

    /// Tells whether a guess takes less than under `other`, by either measure.
    func isBelow(_ other: PasscodeCost) -> Bool {
        operations < other.operations || memory < other.memory
    }
}

/// Holds what a keybag's record says of its passcode.
struct PasscodeParameters: Sendable, Equatable {
    static let saltBytes = 16

    let salt: [UInt8]
    let cost: PasscodeCost

    /// The longest passcode, in bytes.
    static let longest = 1 << 20

    /// Refuses what no version wrote.
    ///
    /// - Throws: `notAvailable`; the record is taken for tampered with, and nothing is touched.
    func check() throws(KeychainError) {
        guard salt.count == Self.saltBytes else {
            throw KeychainError(.notAvailable, "keybag: a salt of \(salt.count) bytes")
        }
        if cost.isBelow(.floor) || PasscodeCost.ceiling.isBelow(cost) {
            throw KeychainError(
                .notAvailable,
                "keybag: passcode parameters \(cost.operations), \(cost.memory) out of bounds")
        }
    }

    /// Makes the key that wraps the classes of a store that ask for a passcode:
    /// H(device key, Argon2id(passcode, salt, operations, memory) ‖ store ‖ "passcode").
    ///
    /// - Throws: `allocation` when the memory cannot be had.
    func wrappingKey(
        _ passcode: SecretBytes, store: [UInt8], deviceKey: DeviceKey
    ) throws(KeychainError) -> KeyArena {
        let suffix = store + Array("passcode".utf8)
        var isDone = false
        let message = SecretBytes(count: KeyedHash.keyBytes + suffix.count) { buffer in
            isDone = passcode.withBytes { passcode in
                // Fails only where the memory cannot be had.
                crypto_pwhash(
                    buffer.bindMemory(to: UInt8.self).baseAddress!, UInt64(KeyedHash.keyBytes),
                    passcode.bindMemory(to: CChar.self).baseAddress!, UInt64(passcode.count),
                    salt, cost.operations, Int(cost.memory), crypto_pwhash_ALG_ARGON2ID13) == 0
            }
            keychain_clear_vector_registers()
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
