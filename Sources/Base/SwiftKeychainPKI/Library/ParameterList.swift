// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// Named values for libcrypto (`OSSL_PARAM`), or buffers for its results.
///
/// The list keeps integers and octets in locked memory as long as it lives.
///
///     var list = ParameterList()
///     list.append("digest", text: "SHA256")
///     list.append("salt", octets: salt)
///     let key = list.derive(method, count: 32)
struct ParameterList {
    /// As many words as an `OSSL_PARAM` has, which libcrypto alone fills and reads.
    private typealias Parameter = (UInt, UInt, UInt, UInt, UInt)

    private var parameters: [Parameter] = []
    /// The memory that parameters point to. A text is static and needs none, so ``integer(at:)`` doesn't count
    /// texts.
    private var kept: [SecretBytes] = []

    /// Adds a text.
    mutating func append(_ name: StaticString, text: StaticString) {
        append { keychain_parameter_text($0, name.characters, text.characters) }
    }

    /// Adds a copy of octets.
    mutating func append(_ name: StaticString, octets: some Collection<UInt8>) {
        let copy = keep(SecretBytes(copying: octets))
        append { keychain_parameter_octets($0, name.characters, copy, octets.count) }
    }

    mutating func append(_ name: StaticString, octets: SecretBytes) {
        octets.withBytes { append(name, octets: $0) }
    }

    /// Adds a copy of an unsigned integer, whose bytes come highest first. libcrypto's integers are in the order of the
    /// machine: lowest byte first on every platform we support.
    mutating func append(_ name: StaticString, integer: some BidirectionalCollection<UInt8>) {
        let copy = keep(SecretBytes(copying: integer.reversed()))
        append { keychain_parameter_integer($0, name.characters, copy, integer.count) }
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

    /// Derives `count` bytes with a function of libcrypto (`EVP_KDF`), whose parameters these are; nil if it refuses
    /// them.
    func derive(_ function: OpaquePointer?, count: Int) -> SecretBytes? {
        let context = EVP_KDF_CTX_new(function)
        defer { EVP_KDF_CTX_free(context) }
        return SecretBytes.filled(count) { room in
            context != nil
                && withParameters { EVP_KDF_derive(context, room.octets, count, $0) } == 1
        }
    }

    /// Returns what was written into the room added as the `index`th value, highest byte first.
    func integer(at index: Int) -> SecretBytes {
        kept[index].withBytes { SecretBytes(copying: $0.reversed()) }
    }

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
}
