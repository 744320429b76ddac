// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The attributes by which programs of the desktop find an item: pairs of a name and a value, of which a search gives
/// some (freedesktop Secret Service, "Lookup Attributes").
///
/// Names and values are compared byte by byte. The encoding is the CBOR map of text to text, so that equal attributes
/// have equal bytes.
package struct LookupAttributes: Sendable, Equatable {
    package struct Pair: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        package static func == (left: Pair, right: Pair) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
        }

        /// The bytes that are digested: the CBOR array [name, value].
        fileprivate var digestedBytes: [UInt8] {
            CanonicalCBOR.array([.text(name), .text(value)])
        }
    }

    /// The most pairs of an item.
    package static let most = 64
    /// The name of the attribute for the kind of an item.
    package static let schema = "xdg:schema"

    /// In the order of the encoding: shorter names first, then by bytes.
    package let pairs: [Pair]

    /// - Throws: `parameter` for an empty name, a name that occurs twice, or too many pairs.
    package init(_ pairs: [Pair]) throws(KeychainError) {
        let sorted = pairs.sorted { CanonicalCBOR.precedes($0.name, $1.name) }
        let repeats = zip(sorted, sorted.dropFirst()).contains { $0.name.hasSameBytes(as: $1.name) }
        if repeats { throw KeychainError.refused(.lookupAttributes, "a name occurs twice") }
        if sorted.contains(where: \.name.isEmpty) {
            throw KeychainError.refused(.lookupAttributes, "a name is empty")
        }
        if sorted.count > Self.most {
            throw KeychainError.refused(.lookupAttributes, "more than \(Self.most) names")
        }
        self.pairs = sorted
    }

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: `parameter` for anything else.
    package init(encoded bytes: [UInt8]) throws(KeychainError) {
        do throws(CanonicalCBOR.Malformed) {
            var decoder = CanonicalCBOR.Decoder(bytes)
            let count = try decoder.map()
            var read: [Pair] = []
            read.reserveCapacity(count)
            for _ in 0..<count {
                let pair = Pair(try decoder.text(), try decoder.text())
                // Ascending, so that no name is empty or occurs twice.
                guard CanonicalCBOR.precedes(read.last?.name ?? "", pair.name) else {
                    throw CanonicalCBOR.Malformed()
                }
                read.append(pair)
            }
            guard decoder.isAtEnd, count <= Self.most else { throw CanonicalCBOR.Malformed() }
            pairs = read
        } catch {
            throw KeychainError.refused(
                .lookupAttributes, "not a map of texts, or names out of order")
        }
    }

    /// The CBOR map of text to text.
    package var encoded: [UInt8] {
        var encoder = CanonicalCBOR.Encoder()
        encoder.map(pairs.count)
        for pair in pairs {
            encoder.text(pair.name)
            encoder.text(pair.value)
        }
        return encoder.bytes
    }

    package subscript(name: String) -> String? {
        pairs.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Returns whether every pair of `other` is one of these.
    package func contains(_ other: LookupAttributes) -> Bool {
        other.pairs.allSatisfy(pairs.contains)
    }
}

// Digests of pairs, by which rows are found. A row has eight columns for them, so those of an item with more pairs say so
// in the last column, and such rows are opened and compared.
extension LookupAttributes {
    /// The columns with the digests of pairs, in their order.
    static let columns = (0..<8).map { Attribute(rawValue: "ssa\($0)")! }

    /// What is digested for an item that has more pairs than there are columns: the CBOR array of nothing.
    package static let overflow = CanonicalCBOR.array([])

    /// The bytes to digest for each column.
    package var digestedBytes: [[UInt8]] {
        let searched = searchedBytes
        if searched.count <= Self.columns.count { return searched }
        return searched.prefix(Self.columns.count - 1) + [Self.overflow]
    }

    /// The bytes of the digests that a row must have, one for each pair: the schema first, which many items share.
    package var searchedBytes: [[UInt8]] {
        let isSchema = { (pair: Pair) in pair.name == Self.schema }
        return (pairs.filter(isSchema) + pairs.filter { !isSchema($0) }).map(\.digestedBytes)
    }
}
