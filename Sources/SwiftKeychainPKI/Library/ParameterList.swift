import CKeychainCrypto
import SwiftKeychainMemory

/// Collects named values for libcrypto (`OSSL_PARAM`), or room for its answers.
///
/// Integers and octets lie in locked memory, which the list keeps until it goes.
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

    /// Gives what was written into the room added as the `index`th value, highest byte first.
    func integer(at index: Int) -> SecretBytes { kept[index].withBytes { Self.reversed($0) } }

    private mutating func append(_ fill: (UnsafeMutableRawPointer) -> Void) {
        var parameter: Parameter = (0, 0, 0, 0, 0)
        fill(&parameter)
        parameters.append(parameter)
    }

    private mutating func keep(_ bytes: SecretBytes) -> UnsafeMutablePointer<UInt8> {
        kept.append(bytes)
        // libcrypto takes pointers to what it only reads as mutable; the address stays while the
        // bytes live.
        return bytes.withBytes { UnsafeMutablePointer(mutating: $0.octets) }
    }

    /// libcrypto's integers lie in the order of the machine: lowest byte first on all we run on.
    private static func reversed(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
        SecretBytes(count: bytes.count) { room in
            for index in 0..<bytes.count {
                room[index] = bytes[bytes.count - 1 - index]
            }
        }
    }
}
