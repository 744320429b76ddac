// Contents of the simple types; each refuses, with `malformed`, what is not DER.
extension DERElement {
    /// Reads a boolean: 00 or FF (X.690, section 11.1).
    package func boolean() throws(PKIError) -> Bool {
        guard content.count == 1, let octet = content.first, octet == 0 || octet == 0xFF else {
            throw ElementReader.failure("a boolean of another value than 00 or FF")
        }
        return octet != 0
    }

    /// Reads an integer: two's complement, big-endian, in as few octets as it needs (8.3).
    package func integer() throws(PKIError) -> ArraySlice<UInt8> {
        guard let first = content.first else { throw ElementReader.failure("an empty integer") }
        if content.count > 1 {
            let second = content[content.startIndex + 1]
            guard !(first == 0 && second < 0x80), !(first == 0xFF && second >= 0x80) else {
                throw ElementReader.failure("an integer in more octets than it needs")
            }
        }
        return content
    }

    /// Reads an integer that is small: from 0 to 2^31 - 1.
    package func smallNumber() throws(PKIError) -> Int {
        let octets = try integer()
        guard octets.count <= 4, octets.first! < 0x80 else {
            throw ElementReader.failure("a number that is negative or too large")
        }
        return octets.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a bit string: its octets, and how many bits of the last are not used (8.6, 11.2).
    package func bits() throws(PKIError) -> DERBits {
        guard let unused = content.first, unused < 8 else {
            throw ElementReader.failure("a bit string without its first octet")
        }
        let octets = content.dropFirst()
        guard let last = octets.last else {
            guard unused == 0 else { throw ElementReader.failure("an empty bit string") }
            return DERBits(octets: octets, unused: 0)
        }
        guard last & ((1 << unused) - 1) == 0 else {
            throw ElementReader.failure("unused bits that are not zero")
        }
        return DERBits(octets: octets, unused: Int(unused))
    }
}

/// Holds the bits of a bit string, the first in the highest bit of the first octet.
package struct DERBits: Sendable, Hashable {
    package let octets: ArraySlice<UInt8>
    package let unused: Int

    /// Gives one bit; bits behind the end are zero, as in a list of named bits.
    package subscript(index: Int) -> Bool {
        guard index >> 3 < octets.count else { return false }
        return octets[octets.startIndex + index >> 3] & (0x80 >> UInt8(index & 7)) != 0
    }

    /// Gives the first `count` bits, at most 32, as a number: bit 0 is worth 1, bit 1 is worth 2.
    package func mask(_ count: Int) -> UInt32 {
        (0..<count).reduce(0) { self[$1] ? $0 | 1 << UInt32($1) : $0 }
    }
}
