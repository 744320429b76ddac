// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The Basic Encoding Rules that real PKCS#7 and PKCS#12 files use, turned into DER: indefinite
/// lengths, and octet strings in pieces (X.690, sections 8.1.3.6 and 8.7.3).
///
/// Lengths in more octets than they need are refused.
///
/// 1. Content of indefinite length (80 … 00 00) gets a length.
/// 2. The pieces of an octet string (24 … 04 … 04 …) become one.
/// 3. Everything else stays as it is, also where DER has another rule, such as the order of a set.
enum BER {
    /// The levels that elements may be nested; real files have about ten.
    private static let deepest = 40
    /// The elements a file may have: a bundle of thousands of certificates has fewer.
    private static let most = 1 << 19

    /// Returns one element, with nothing behind it, as DER.
    ///
    /// - Throws: `malformed` for anything else.
    static func normalised(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> SecretBytes {
        var reader = LentDERReader(bytes)
        var left = most
        let tree = try element(&reader, depth: 0, &left)
        guard let tree, reader.isAtEnd else { throw DER.malformed("one element is expected") }
        return tree.encoded()
    }

    /// Reads one element; nil for the mark that ends content of indefinite length.
    private static func element(
        _ reader: inout LentDERReader, depth: Int, _ left: inout Int
    ) throws(PKIError) -> DERTree? {
        // The file chooses both the depth and the number, so both have limits.
        left -= 1
        guard depth < deepest, left > 0 else {
            throw DER.malformed("elements are nested too deep, or too many")
        }
        let (tag, length) = try reader.header()
        guard tag.rawValue != 0 else {
            guard length == 0 else { throw DER.malformed("an element of an unknown type") }
            return nil
        }
        var parts: [DERTree] = []
        if let length {
            let content = try reader.take(length)
            guard tag.isConstructed else {
                return .element(tag, [.borrowed(UnsafeRawBufferPointer(rebasing: content))])
            }
            var inside = LentDERReader(content)
            while !inside.isAtEnd {
                guard let part = try element(&inside, depth: depth + 1, &left) else {
                    throw DER.malformed("an end without a beginning")
                }
                parts.append(part)
            }
        } else {
            guard tag.isConstructed else {
                throw DER.malformed("a primitive element of indefinite length")
            }
            while let part = try element(&reader, depth: depth + 1, &left) { parts.append(part) }
        }
        return try joined(tag, parts)
    }

    /// Joins the pieces of an octet string. Other elements stay as they are; a tag `[0]` may be that
    /// of ciphertext in pieces.
    private static func joined(_ tag: DERTag, _ parts: [DERTree]) throws(PKIError) -> DERTree {
        // The tag of an OCTET STRING, 04, with the bit for constructed, 20.
        guard tag == DERTag(rawValue: 0x24) else { return .element(tag, parts) }
        var pieces: [DERTree] = []
        for part in parts {
            guard case .element(.octetString, let inside) = part else {
                throw DER.malformed("an octet string with a piece of another type")
            }
            pieces += inside
        }
        return .element(.octetString, pieces)
    }
}
