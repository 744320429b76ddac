import SwiftKeychainModel
import SwiftKeychainSystem

/// Says for what an identity, or a certificate, is preferred: the name of a service, and the uses of
/// its key.
package struct IdentityPreference: Sendable, Hashable {
    /// Says what is preferred; neither counts for the other.
    package enum Kind: String, Sendable {
        /// An identity: one's own.
        case identity = "identity-preference"
        /// A certificate: somebody else's.
        case certificate = "certificate-preference"
    }

    package let kind: Kind
    /// Holds a URL, a mail address, the name of a host or a domain (`*.example.org`), or any name.
    package let name: String
    /// Names the uses of the key; none: all of them.
    package let uses: Set<Attribute>

    /// The attributes that name uses.
    package static let possibleUses: Set<Attribute> = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap,
    ]

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

    /// Tells how near a preference that was set under `other` is to this name, larger being nearer;
    /// nil: it does not hold for it.
    ///
    /// A URL also goes by its beginnings that end with a slash, the longest first, and by its host;
    /// a host by the domains it lies in (`*.example.org`), the longest first.
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

    /// Holds the parts of a URL that preferences go by (RFC 3986, section 3).
    private struct SplitURL {
        /// Scheme and authority: `https://example.org:8443`.
        let origin: Substring
        /// The URL without query and fragment, with a path at least of a slash.
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
