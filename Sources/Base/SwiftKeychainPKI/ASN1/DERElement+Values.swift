// SPDX-License-Identifier: Apache-2.0
// The contents of simple types. Each function throws `malformed` for what isn't DER.
extension DER.Element {
    /// Reads a boolean: 00 or FF (X.690, section 11.1).
    package func boolean() throws(PKIError) -> Bool {
        guard content.count == 1, let octet = content.first, octet == 0 || octet == 0xFF else {
            throw DER.malformed("a boolean other than 00 or FF")
        }
        return octet != 0
    }

    /// Reads an integer: two's complement, big-endian, in as few octets as it needs (8.3).
    package func integer() throws(PKIError) -> Window {
        guard let first = content.first else { throw DER.malformed("an empty integer") }
        if content.count > 1 {
            let second = content[content.startIndex + 1]
            guard !(first == 0 && second < 0x80), !(first == 0xFF && second >= 0x80) else {
                throw DER.malformed("an integer in more octets than it needs")
            }
        }
        return content
    }

    /// Reads an integer that isn't negative, without leading zeros: no octets for zero.
    package func unsignedInteger() throws(PKIError) -> Window {
        let octets = try integer()
        guard octets.first! < 0x80 else { throw DER.malformed("a negative number") }
        return octets.first == 0 ? octets.dropFirst() : octets
    }

    /// Reads an integer that isn't negative; `Int.max` for a larger one.
    package func clampedNumber() throws(PKIError) -> Int {
        let octets = try unsignedInteger()
        return octets.count < 8 ? octets.reduce(0) { $0 << 8 | Int($1) } : .max
    }

    /// Reads an integer from 0 to 2^31 - 1.
    package func smallNumber() throws(PKIError) -> Int {
        let number = try clampedNumber()
        guard number < 1 << 31 else { throw DER.malformed("a number that is too large") }
        return number
    }
}

extension DERElement {
    /// The levels that elements may be nested; certificates have about a dozen.
    private static let deepest = 64

    /// Reads a bit string: its octets, and how many bits of the last are unused (8.6, 11.2).
    package func bits() throws(PKIError) -> DERBits {
        guard let unused = content.first, unused < 8 else {
            throw DER.malformed("a bit string without its first octet")
        }
        let octets = content.dropFirst()
        guard let last = octets.last else {
            guard unused == 0 else { throw DER.malformed("an empty bit string") }
            return DERBits(octets: octets, unused: 0)
        }
        guard last & ((1 << unused) - 1) == 0 else {
            throw DER.malformed("unused bits that are not zero")
        }
        return DERBits(octets: octets, unused: Int(unused))
    }

    /// Checks every element, at every level.
    ///
    /// The rules, besides those of ``DER/Reader``: booleans are one octet, 00 or FF; integers and object
    /// identifiers have as few octets as they need; the unused bits of bit strings are zero; null
    /// is empty; sequences and sets are constructed and no other universal type is (X.690, sections
    /// 8 and 10). The contents of octet and bit strings aren't checked.
    package func checkStrictly() throws(PKIError) {
        // Without recursion: the bytes choose the depth.
        var levels = [DERReader(encoding)]
        while var reader = levels.popLast() {
            guard !reader.isAtEnd else { continue }
            let element = try reader.next()
            levels.append(reader)
            if element.tag.isConstructed {
                guard levels.count < Self.deepest else {
                    throw DER.malformed("elements are nested too deep")
                }
                levels.append(DERReader(inside: element))
            }
            if element.tag.isUniversal { try element.checkUniversal() }
        }
    }

    /// Checks the contents of an element with a universal tag: that its value is written in the one way that DER
    /// allows.
    private func checkUniversal() throws(PKIError) {
        let isList = tag == .sequence || tag == .set
        guard tag.isConstructed == isList else {
            throw DER.malformed("an element is constructed that must not be, or the reverse")
        }
        switch tag {
        case .boolean: _ = try boolean()
        case .integer: _ = try integer()
        case .bitString: _ = try bits()
        case .null:
            guard content.isEmpty else { throw DER.malformed("a null with content") }
        case .objectIdentifier: _ = try OID(self)
        // End-of-contents and primitive sequences aren't elements of DER.
        case DERTag(rawValue: 0), DERTag(rawValue: 0x10), DERTag(rawValue: 0x11):
            throw DER.malformed("an element of an unknown type")
        default: break
        }
    }
}

/// The bits of a bit string, the first in the highest bit of the first octet.
package struct DERBits: Sendable, Hashable {
    package let octets: ArraySlice<UInt8>
    /// The number of unused bits in the last octet.
    package let unused: Int

    /// Returns one bit; bits after the end are zero, as in a list of named bits.
    package subscript(index: Int) -> Bool {
        guard index >> 3 < octets.count else { return false }
        return octets[octets.startIndex + index >> 3] & (0x80 >> UInt8(index & 7)) != 0
    }

    /// Returns the first `count` bits, at most 32, as a number: bit 0 is worth 1, bit 1 is worth 2.
    package func mask(_ count: Int) -> UInt32 {
        (0..<count).reduce(0) { self[$1] ? $0 | 1 << UInt32($1) : $0 }
    }
}
