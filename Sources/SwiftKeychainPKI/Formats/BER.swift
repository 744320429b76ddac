import SwiftKeychainMemory

/// Turns what BER allows and real files of PKCS#7 and PKCS#12 use into DER: indefinite lengths, and
/// octet strings in pieces (X.690, sections 8.1.3.6 and 8.7.3).
///
/// Lengths in more octets than they need stay refused.
enum BER {
    /// Counts the levels that elements may be nested; real files have about ten.
    private static let deepest = 40
    /// Counts the elements a file may have: a bundle of thousands of certificates has fewer.
    private static let most = 1 << 19

    /// Gives one element, and nothing behind it, as DER.
    ///
    /// - Throws: `malformed` for anything else.
    static func normalised(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> SecretBytes {
        var rest = bytes[...]
        var left = most
        let tree = try element(&rest, depth: 0, &left)
        guard let tree, rest.isEmpty else { throw ElementReader.failure("one element is expected") }
        return tree.encoded()
    }

    /// Reads one element; nil for the mark that ends a content of indefinite length.
    private static func element(
        _ rest: inout Slice<UnsafeRawBufferPointer>, depth: Int, _ left: inout Int
    ) throws(PKIError) -> DERTree? {
        left -= 1
        guard depth < deepest, left > 0 else {
            throw ElementReader.failure("elements are nested too deep, or too many")
        }
        guard let first = rest.popFirst(), let second = rest.first else {
            throw ElementReader.failure("an element is cut short")
        }
        let tag = DERTag(rawValue: first)
        if first == 0, second == 0 {
            rest = rest.dropFirst()
            return nil
        }
        guard first != 0, tag.number != 0x1F else {
            throw ElementReader.failure("a tag that is none, or of several octets")
        }
        if second == 0x80 {
            guard tag.isConstructed else {
                throw ElementReader.failure("a primitive element of indefinite length")
            }
            rest = rest.dropFirst()
            var parts: [DERTree] = []
            while let part = try element(&rest, depth: depth + 1, &left) { parts.append(part) }
            return try joined(tag, parts)
        }
        var reader = DERReader(UnsafeRawBufferPointer(rebasing: rest))
        guard let count = reader.length(), count <= reader.count else {
            throw ElementReader.failure("an element is cut short, or its length is not minimal")
        }
        let content = rest.dropFirst(rest.count - reader.count).prefix(count)
        rest = rest[content.endIndex...]
        guard tag.isConstructed else {
            return .element(tag, [.borrowed(UnsafeRawBufferPointer(rebasing: content))])
        }
        var inside = content
        var parts: [DERTree] = []
        while !inside.isEmpty {
            guard let part = try element(&inside, depth: depth + 1, &left) else {
                throw ElementReader.failure("an end without a beginning")
            }
            parts.append(part)
        }
        return try joined(tag, parts)
    }

    /// Joins the pieces of an octet string, whose implicit tag may be `[0]` around ciphertext; all
    /// else stays in its parts.
    private static func joined(_ tag: DERTag, _ parts: [DERTree]) throws(PKIError) -> DERTree {
        guard tag == DERTag(rawValue: 0x24) else { return .element(tag, parts) }
        var pieces: [DERTree] = []
        for part in parts {
            guard case .element(.octetString, let inside) = part else {
                throw ElementReader.failure("a piece of an octet string that is none")
            }
            pieces += inside
        }
        return .element(.octetString, pieces)
    }
}
