import CKeychainCrypto
import SwiftKeychainMemory

/// Collects named values for libcrypto (`OSSL_PARAM`), or room for its answers.
///
/// Integers and octets lie in locked memory, which the list keeps until it goes.
struct ParameterList {
    private var parameters: [OSSL_PARAM] = []
    private var kept: [SecretBytes] = []

    /// Adds a text.
    mutating func append(_ name: StaticString, text: StaticString) {
        parameters.append(
            OSSL_PARAM_construct_utf8_string(
                name.characters, UnsafeMutablePointer(mutating: text.characters), 0))
    }

    /// Adds a copy of octets.
    mutating func append(_ name: StaticString, octets: UnsafeRawBufferPointer) {
        let copy = SecretBytes(copying: octets)
        parameters.append(
            OSSL_PARAM_construct_octet_string(name.characters, keep(copy), copy.count))
    }

    /// Adds a copy of an unsigned integer, whose bytes come highest first.
    mutating func append(_ name: StaticString, integer: UnsafeRawBufferPointer) {
        let copy = Self.reversed(integer)
        parameters.append(OSSL_PARAM_construct_BN(name.characters, keep(copy), copy.count))
    }

    /// Adds room for an unsigned integer of at most `count` bytes.
    mutating func append(_ name: StaticString, roomForIntegerOf count: Int) {
        let room = SecretBytes(count: count) { _ in }
        parameters.append(OSSL_PARAM_construct_BN(name.characters, keep(room), count))
    }

    /// Lends the list, with its end, for the length of `body`.
    func withParameters<Result>(_ body: (UnsafeMutablePointer<OSSL_PARAM>) -> Result) -> Result {
        var list = parameters + [OSSL_PARAM_construct_end()]
        return list.withUnsafeMutableBufferPointer { buffer in
            defer { withExtendedLifetime(kept) {} }
            return body(buffer.baseAddress!)
        }
    }

    /// Gives what was written into the room added as the `index`th value, highest byte first.
    func integer(at index: Int) -> SecretBytes { kept[index].withBytes { Self.reversed($0) } }

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
