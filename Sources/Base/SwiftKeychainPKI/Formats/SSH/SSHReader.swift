// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A reader of the data types of SSH (RFC 4251, section 5), in place.
struct SSHReader {
    private(set) var remaining: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { remaining = bytes[...] }

    var isAtEnd: Bool { remaining.isEmpty }

    /// Reads a `uint32` (RFC 4251, section 5), the highest byte first; nil at the end.
    mutating func number() -> Int? {
        guard remaining.count >= 4 else { return nil }
        let value = remaining.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        remaining = remaining.dropFirst(4)
        return value
    }

    /// Reads a `string` (RFC 4251, section 5): a length and as many bytes; nil if fewer are left.
    mutating func string() -> UnsafeRawBufferPointer? {
        guard let count = number(), count <= remaining.count else { return nil }
        let content = remaining.prefix(count)
        remaining = remaining.dropFirst(count)
        return UnsafeRawBufferPointer(rebasing: content)
    }

    /// Reads a text, which is no secret and short.
    mutating func text() -> String? {
        guard let bytes = string(), bytes.count <= 64 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an integer that isn't negative, in as few bytes as it needs; without leading zeros.
    /// Nil for a negative integer, and for leading zeros that it doesn't need.
    mutating func integer() -> UnsafeRawBufferPointer? {
        guard let bytes = string() else { return nil }
        guard let first = bytes.first else { return bytes }
        guard first < 0x80 else { return nil }
        if first != 0 { return bytes }
        guard bytes.count > 1, bytes[1] >= 0x80 else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    }
}

/// A writer of the data types of SSH.
///
/// The parts are joined at the end: a buffer that grows would leave copies of private keys behind.
struct SSHWriter {
    private var parts: [SecretBytes] = []

    mutating func number(_ value: Int) {
        withUnsafeBytes(of: UInt32(value).bigEndian) { parts.append(SecretBytes(copying: $0)) }
    }

    mutating func string(_ bytes: some Collection<UInt8>) {
        number(bytes.count)
        raw(bytes)
    }

    mutating func string(_ bytes: SecretBytes) {
        number(bytes.count)
        parts.append(bytes)
    }

    /// Appends bytes without a length in front.
    mutating func raw(_ bytes: some Collection<UInt8>) {
        parts.append(SecretBytes(copying: bytes))
    }

    /// Writes an integer, whose bytes come highest first.
    mutating func integer(_ bytes: UnsafeRawBufferPointer) {
        let digits = bytes.drop { $0 == 0 }
        let isPadded = (digits.first ?? 0) >= 0x80
        number(digits.count + (isPadded ? 1 : 0))
        if isPadded { raw([0]) }
        raw(digits)
    }

    var count: Int { parts.reduce(0) { $0 + $1.count } }

    func bytes() -> SecretBytes { SecretBytes(joining: parts) }
}
