// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

extension UnsafeRawBufferPointer {
    /// The bytes as libcrypto wants them: never null, even if there are none.
    var octets: UnsafePointer<UInt8> {
        guard let baseAddress else { return Self.nothing }
        return baseAddress.assumingMemoryBound(to: UInt8.self)
    }

    /// The address of a byte that is never read.
    nonisolated(unsafe) private static let nothing: UnsafePointer<UInt8> = {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return UnsafePointer(byte)
    }()
}

extension UnsafeMutableRawBufferPointer {
    /// The buffer as libcrypto wants it: nil only if it is empty.
    var octets: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension StaticString {
    /// The text, which ends with a zero byte and lives as long as the process.
    var characters: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

extension [UInt8] {
    /// Lends the bytes to a body that throws a typed error.
    package func lending<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try span.bytes.withUnsafeBytes(body)
    }
}

extension SecretBytes {
    /// Makes a secret of `count` bytes that `fill` writes; nil if it returns false.
    static func filled(
        _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Bool
    ) -> SecretBytes? {
        var isFilled = false
        let secret = SecretBytes(count: count) { isFilled = fill($0) }
        return isFilled ? secret : nil
    }

    /// A copy outside locked memory, of bytes that aren't secret.
    var copied: [UInt8] { withBytes { [UInt8]($0) } }

    /// Returns the first bytes, or all if there are no more.
    package func prefix(_ count: Int) -> SecretBytes {
        guard count < self.count else { return self }
        return withBytes { SecretBytes(copying: $0.prefix(count)) }
    }

    /// Joins secrets into one.
    package convenience init(joining parts: [SecretBytes]) {
        self.init(count: parts.reduce(0) { $0 + $1.count }) { room in
            var position = 0
            for part in parts {
                part.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: room[position...]).copyMemory(from: $0)
                }
                position += part.count
            }
        }
    }
}
