// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The name of a service and the uses of a key that an identity, or a certificate, is preferred for.
package struct IdentityPreference: Sendable, Hashable {
    /// What is preferred; a preference of one kind doesn't apply to the other.
    package enum Kind: String, Sendable {
        /// An identity of the user.
        case identity = "identity-preference"
        /// A certificate of another party.
        case certificate = "certificate-preference"
    }

    package let kind: Kind
    /// A URL, a mail address, a host name or a domain (`*.example.org`), or any other name.
    package let name: String
    /// The uses of the key; empty for all of them.
    package let uses: Set<Attribute>

    /// The attributes that name uses.
    package static let possibleUses: Set<Attribute> = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
    ]

    private static let numbered: [(Int32, Attribute)] = [
        (1, .canEncrypt), (2, .canDecrypt), (4, .canSign), (8, .canVerify), (64, .canWrap),
        (128, .canUnwrap), (256, .canDerive),
    ]

    /// Returns the uses that the bits of a CSSM_KEYUSE name; nil if a bit has none.
    package static func uses(_ bits: Int32) -> Set<Attribute>? {
        let named = numbered.filter { bits & $0.0 != 0 }
        return named.reduce(0) { $0 | $1.0 } == bits ? Set(named.map(\.1)) : nil
    }

    /// - Throws: `parameter` for an empty name, and for attributes that name no use.
    package init(
        _ name: String, uses: Set<Attribute> = [], of kind: Kind = .identity
    ) throws(KeychainError) {
        self.kind = kind
        guard !name.isEmpty else {
            throw KeychainError(.parameter, "preference: the name is empty")
        }
        guard uses.isSubset(of: Self.possibleUses) else {
            throw KeychainError(.parameter, "preference: not a use of a key")
        }
        self.name = name
        self.uses = uses
    }

    /// Returns how near a preference for `other` is to this name, larger being nearer; nil if it doesn't
    /// apply.
    ///
    /// A URL also matches its prefixes that end with a slash, the longest first, and its host; a host
    /// matches the domains it is in (`*.example.org`), the longest first.
    package func nearness(of other: String) -> (kind: Int, length: Int)? {
        let length = other.utf8.count
        if other.hasSameBytes(as: name) { return (3, length) }
        var host = name[...]
        if let url = SplitURL(name) {
            if other.hasSuffix("/"), length > url.origin.utf8.count,
                url.target.utf8.starts(with: other.utf8)
            {
                return (2, length)
            }
            host = url.host
            if host.lowercased() == other.lowercased() { return (1, length) }
        }
        guard other.hasPrefix("*."), length > 2, !host.contains("@") else { return nil }
        return host.lowercased().hasSuffix(other.dropFirst().lowercased()) ? (0, length) : nil
    }

    /// The parts of a URL that preferences match (RFC 3986, section 3).
    private struct SplitURL {
        /// Scheme and authority: `https://example.org:8443`.
        let origin: Substring
        /// The URL without query and fragment; its path is at least a slash.
        let target: String
        let host: Substring

        init?(_ text: String) {
            guard let scheme = text.firstIndex(of: ":"), text[scheme...].hasPrefix("://") else {
                return nil
            }
            let start = text.index(scheme, offsetBy: 3)
            let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
            guard start <= end else { return nil }
            let slash = text[start..<end].firstIndex(of: "/") ?? end
            origin = text[..<slash]
            target = slash == end ? String(text[..<end]) + "/" : String(text[..<end])
            var authority = text[start..<slash]
            if let user = authority.lastIndex(of: "@") {
                authority = authority[authority.index(after: user)...]
            }
            host =
                authority.hasPrefix("[")
                ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        }
    }
}
