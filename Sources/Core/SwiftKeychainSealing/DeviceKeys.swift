// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The device key, and the earlier ones that keybags may still name: a keychain file that wasn't at hand when
/// the key was replaced opens with the earlier one.
package struct DeviceKeys: Sendable {
    /// The key for everything that is wrapped from now on.
    package let current: DeviceKey
    /// The latest first.
    package let earlier: [DeviceKey]
    private var all: [DeviceKey] { [current] + earlier }

    /// The beginning of the line of a key; 64 hexadecimal digits and a newline follow.
    private static let prefix = "keychain-device-key-1 "
    private static let lineBytes = prefix.utf8.count + 2 * DeviceKey.byteCount + 1
    /// The most bytes of ``text``.
    package static let longestText = 1 << 16

    package init(_ current: DeviceKey, earlier: [DeviceKey] = []) {
        self.current = current
        self.earlier = earlier
    }

    /// Reads ``text``.
    ///
    /// - Throws: `notAvailable`.
    package init(text: SecretBytes) throws(KeychainError) {
        guard text.count > 0, text.count.isMultiple(of: Self.lineBytes) else {
            throw Self.malformed
        }
        let keys = try translating {
            try text.withBytes { bytes in
                try stride(from: 0, to: bytes.count, by: Self.lineBytes).map {
                    try Self.key(inLine: bytes[$0..<$0 + Self.lineBytes])
                }
            }
        }
        self.init(keys[0], earlier: Array(keys.dropFirst()))
    }

    /// Reads one line of `device.key`: the prefix, 64 lowercase hexadecimal digits, a newline. Any other form is
    /// refused, so that each file has one meaning.
    private static func key(
        inLine line: Slice<UnsafeRawBufferPointer>
    ) throws(KeychainError) -> DeviceKey {
        guard line.starts(with: prefix.utf8), line.last == UInt8(ascii: "\n") else {
            throw malformed
        }
        let digits = line.dropFirst(prefix.utf8.count).dropLast()
        guard !digits.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }),
            let key = Hexadecimal.secret(digits)
        else { throw malformed }
        return try DeviceKey(bytes: key)
    }

    private static var malformed: KeychainError { KeychainError(.notAvailable, "not a device key") }

    /// The keys as they are stored: a line for each, the current one first.
    package var text: SecretBytes {
        SecretBytes(count: all.count * Self.lineBytes) { buffer in
            for (index, key) in all.enumerated() {
                let line = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[(index * Self.lineBytes)..<((index + 1) * Self.lineBytes)])
                line.copyBytes(from: Self.prefix.utf8)
                var position = Self.prefix.utf8.count
                key.withBytes { bytes in
                    Hexadecimal.encode(bytes) { digit in
                        line[position] = digit
                        position += 1
                    }
                }
                line[position] = UInt8(ascii: "\n")
            }
        }
    }

    /// Returns the key with an identifier; nil if it is none of these.
    package func key(_ identifier: [UInt8]) -> DeviceKey? {
        all.first { $0.identifier == identifier }
    }

    /// Returns whether `other` has every key of these.
    package func areContained(in other: DeviceKeys) -> Bool {
        all.allSatisfy { other.key($0.identifier) != nil }
    }

    /// Returns these keys and those of `other`, each once.
    package func joined(with other: DeviceKeys?) -> DeviceKeys {
        guard let other else { return self }
        return DeviceKeys(
            current, earlier: earlier + other.all.filter { key($0.identifier) == nil })
    }

    /// Returns a new key, with these as earlier ones.
    ///
    /// - Throws: `notAvailable` when libsodium can't be initialized.
    package func renewed() throws(KeychainError) -> DeviceKeys {
        DeviceKeys(try DeviceKey.generate(), earlier: all)
    }
}
