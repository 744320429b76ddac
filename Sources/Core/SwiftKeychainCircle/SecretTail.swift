// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// Bytes with secrets, in locked memory: the length of a head (4 bytes, the highest first), the head, then the secrets,
/// whose lengths the head has. Only the head is ever copied into other memory.
struct SecretTail: Sendable {
    private static let lengthBytes = 4

    /// Joins a head and secrets.
    ///
    /// - Parameter padding: returns a length of at least the one it gets; zeros fill it.
    static func join(
        _ head: [UInt8], _ secrets: [SecretBytes], padding: (Int) -> Int = { $0 }
    ) -> SecretBytes {
        let count = lengthBytes + head.count + secrets.reduce(0) { $0 + $1.count }
        return SecretBytes(count: padding(count)) { output in
            output.storeBytes(of: UInt32(head.count).bigEndian, as: UInt32.self)
            var rest = output[lengthBytes...]
            rest.copyBytes(from: head)
            rest = rest.dropFirst(head.count)
            for secret in secrets {
                secret.withBytes { rest.copyBytes(from: $0) }
                rest = rest.dropFirst(secret.count)
            }
        }
    }

    let head: [UInt8]
    private let bytes: SecretBytes
    private var position: Int

    /// Reads what ``join(_:_:padding:)`` wrote; nil if there is no such head.
    init?(_ bytes: SecretBytes) {
        let head = bytes.withBytes { bytes -> [UInt8]? in
            guard bytes.count >= Self.lengthBytes else { return nil }
            let count = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
            guard count <= bytes.count - Self.lengthBytes else { return nil }
            return Array(bytes[Self.lengthBytes..<Self.lengthBytes + count])
        }
        guard let head else { return nil }
        self.head = head
        self.bytes = bytes
        position = Self.lengthBytes + head.count
    }

    /// Returns the next secret; nil if there are fewer bytes.
    mutating func take(_ count: UInt64) -> SecretBytes? {
        guard count <= UInt64(bytes.count - position) else { return nil }
        defer { position += Int(count) }
        return bytes.withBytes { SecretBytes(copying: $0[position..<position + Int(count)]) }
    }

    /// Whether no byte is left.
    var isAtEnd: Bool { position == bytes.count }
}
