// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// An object identifier: the content octets of its encoding (X.690, section 8.19).
///
///     2.5.4.3 (common name)                   55 04 03
///     1.2.840.113549 (RSA Data Security)      2A 86 48 86 F7 0D
package struct OID: Sendable, Hashable, CustomStringConvertible {
    package let octets: [UInt8]

    /// Reads the content of an element.
    package init(_ element: DERElement) throws(PKIError) { try self.init(content: element.content) }

    /// Reads content octets.
    ///
    /// - Throws: `malformed` for no octets, an end in the middle of a number, and a number with a
    ///   leading zero digit.
    package init(content: some Collection<UInt8>) throws(PKIError) {
        // True where a number begins. An octet of 80 there would be a leading zero.
        var atStart = true
        for octet in content {
            guard !(atStart && octet == 0x80) else {
                throw DER.malformed("an object identifier with a padded number")
            }
            atStart = octet < 0x80
        }
        guard atStart, !content.isEmpty else {
            throw DER.malformed("an object identifier that is cut short")
        }
        octets = Array(content)
    }

    /// Encodes numbers that the code names itself: two at least.
    package init(_ arcs: UInt64...) { self.init(arcs: arcs) }

    /// Reads numbers with dots, as ``description`` writes them; nil for anything else, and where a
    /// number is above 2^63 - 1.
    package init?(text: String) {
        var arcs: [UInt64] = []
        for word in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let arc = UInt64(word), String(arc) == word, arc < 1 << 63 else { return nil }
            arcs.append(arc)
        }
        guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40,
            // The first two arcs share one number, which must not overflow either.
            arcs[1] < 1 << 63 - 80
        else { return nil }
        self.init(arcs: arcs)
    }

    /// Encodes arcs (X.690, 8.19): the first two share a number, and each number has seven bits in a byte.
    private init(arcs: [UInt64]) {
        var octets: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
            var digits = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                digits.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            octets += digits.reversed()
        }
        self.octets = octets
    }

    /// The numbers with dots: `2.5.4.3`. Numbers above 2^64 - 1 are written as `#` and the
    /// hexadecimal octets of the number.
    package var description: String {
        var words: [String] = []
        var value: UInt64 = 0
        var fits = true
        var begin = octets.startIndex
        for (index, octet) in octets.enumerated() {
            // Seven more bits must not push any out.
            fits = fits && value >> 57 == 0
            value = value << 7 | UInt64(octet & 0x7F)
            guard octet < 0x80 else { continue }
            if !fits {
                words.append("#" + Hexadecimal.text(Array(octets[begin...index])))
            } else if words.isEmpty {
                // The first number is 40 times the first arc, 0 to 2, plus the second.
                let first = min(value / 40, 2)
                words += ["\(first)", "\(value - first * 40)"]
            } else {
                words.append("\(value)")
            }
            (value, fits, begin) = (0, true, index + 1)
        }
        return words.joined(separator: ".")
    }
}
