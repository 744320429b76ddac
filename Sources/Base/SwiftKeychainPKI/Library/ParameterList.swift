// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// Named values for libcrypto (`OSSL_PARAM`), or buffers for its results.
///
/// The list keeps integers and octets in locked memory as long as it lives.
struct ParameterList {
    /// As many words as an `OSSL_PARAM` has, which libcrypto alone fills and reads.
    private typealias Parameter = (UInt, UInt, UInt, UInt, UInt)

    private var parameters: [Parameter] = []
    private var kept: [SecretBytes] = []

    /// Adds a text.
    mutating func append(_ name: StaticString, text: StaticString) {
        append { keychain_parameter_text($0, name.characters, text.characters) }
    }

    /// Adds a copy of octets.
    mutating func append(_ name: StaticString, octets: UnsafeRawBufferPointer) {
        let copy = keep(SecretBytes(copying: octets))
        append { keychain_parameter_octets($0, name.characters, copy, octets.count) }
    }

    /// Adds a copy of an unsigned integer, whose bytes come highest first.
    mutating func append(_ name: StaticString, integer: UnsafeRawBufferPointer) {
        let copy = keep(Self.reversed(integer))
        append { keychain_parameter_integer($0, name.characters, copy, integer.count) }
    }

    mutating func append(_ name: StaticString, octets: SecretBytes) {
        octets.withBytes { append(name, octets: $0) }
    }

    mutating func append(_ name: StaticString, octets: [UInt8]) {
        octets.withUnsafeBytes { append(name, octets: $0) }
    }

    /// Adds a small number.
    mutating func append(_ name: StaticString, number: Int) {
        withUnsafeBytes(of: UInt64(number).bigEndian) { append(name, integer: $0) }
    }

    /// Adds room for an unsigned integer of at most `count` bytes.
    mutating func append(_ name: StaticString, roomForIntegerOf count: Int) {
        let room = keep(SecretBytes(count: count) { _ in })
        append { keychain_parameter_integer($0, name.characters, room, count) }
    }

    /// Lends the list, with its end, for the length of `body`.
    func withParameters<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        // The end of a list is a parameter of zeros (OSSL_PARAM_END).
        var list = parameters + [(0, 0, 0, 0, 0)]
        return list.withUnsafeMutableBufferPointer { buffer in
            defer { withExtendedLifetime(kept) {} }
            return body(OpaquePointer(buffer.baseAddress!))
        }
    }

    /// Returns what was written into the room added as the `index`th value, highest byte first.
    func integer(at index: Int) -> SecretBytes { kept[index].withBytes { Self.reversed($0) } }

    /// Appends one `OSSL_PARAM`, which `fill` writes.
    private mutating func append(_ fill: (UnsafeMutableRawPointer) -> Void) {
        var parameter: Parameter = (0, 0, 0, 0, 0)
        fill(&parameter)
        parameters.append(parameter)
    }

    /// Keeps bytes alive as long as the list, and returns their address.
    private mutating func keep(_ bytes: SecretBytes) -> UnsafeMutablePointer<UInt8> {
        kept.append(bytes)
        // libcrypto takes pointers to what it only reads as mutable; the address stays while the
        // bytes live.
        return bytes.withBytes { UnsafeMutablePointer(mutating: $0.octets) }
    }

    /// libcrypto's integers are in the order of the machine: lowest byte first on every platform we support.
    private static func reversed(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
        SecretBytes(count: bytes.count) { room in
            for index in 0..<bytes.count {
                room[index] = bytes[bytes.count - 1 - index]
            }
        }
    }
}
