// SPDX-License-Identifier: Apache-2.0
/// A list of revoked certificates (RFC 5280, section 5), whose signature isn't checked here.
///
///     SEQUENCE  the list, which is signed │ algorithm │ BIT STRING signature
///         SEQUENCE  version │ algorithm │ issuer │ this update │ next update │ entries │ [0] extensions
package struct RevocationList: Sendable {
    let signature: SignedStatement
    let issuer: DistinguishedName
    /// The time of the list, in seconds since 2001-01-01 00:00 UTC.
    let thisUpdate: Double
    /// The time by which a newer list is due; nil if the list doesn't say.
    let nextUpdate: Double?
    /// The entries, which are read when a certificate is looked up: lists have up to a million.
    private let entries: ArraySlice<UInt8>
    private let scope: Scope

    /// The certificates that the list is for (section 5.2.5).
    private struct Scope: Sendable {
        var names: [GeneralName]?
        var isForUsers = false
        var isForAuthorities = false
    }

    /// What a list says about a certificate that is on it.
    package struct Entry: Sendable, Hashable {
        let since: Double
        let isOnHold: Bool
    }

    /// Reads a list in DER.
    ///
    /// - Throws: `malformed` for anything else; for a list of changes, of other issuers or of some
    ///   reasons only; and for other critical extensions.
    package init(der: [UInt8]) throws(PKIError) {
        var outer = DERReader(inside: try DERElement(only: der[...]))
        let content = try outer.next(.sequence)
        let algorithm = try outer.next(.sequence)
        signature = SignedStatement(
            signed: content, algorithm: algorithm, signature: try outer.next(.bitString))
        try outer.end()
        var reader = DERReader(inside: content)
        if let version = try reader.nextIf(.integer) {
            guard try version.smallNumber() == 1 else { throw Self.failure("an unknown version") }
        }
        guard try reader.next().encoding == algorithm.encoding else {
            throw Self.failure("two different signature algorithms")
        }
        issuer = try DistinguishedName(try reader.next())
        thisUpdate = try DERTime.seconds(try reader.next())
        // The field is optional, and of either type.
        let next = reader.peekTag()
        nextUpdate =
            next == .utcTime || next == .generalizedTime
            ? try DERTime.seconds(try reader.next()) : nil
        entries = try reader.nextIf(.sequence)?.content ?? []
        scope = try Self.scope(try reader.nextIf(.constructed(0)))
        try reader.end()
    }

    /// Reads which certificates the list is about (`issuingDistributionPoint`, RFC 5280, section 5.2.5). Any other
    /// critical extension is refused.
    private static func scope(_ field: DERElement?) throws(PKIError) -> Scope {
        var scope = Scope()
        guard let field else { return scope }
        for element in try field.inner().children() {
            let found = try CertificateExtension(element)
            guard found.type == OID(2, 5, 29, 28) else {
                guard !found.isCritical else { throw failure("a critical extension") }
                continue
            }
            for part in try found.element(.sequence).children() {
                switch part.tag {
                case .constructed(0):
                    let name = try part.inner()
                    guard name.tag == .constructed(0) else { throw failure("a relative name") }
                    scope.names = try GeneralName.list(name)
                case .primitive(1): scope.isForUsers = !part.content.allSatisfy { $0 == 0 }
                case .primitive(2): scope.isForAuthorities = !part.content.allSatisfy { $0 == 0 }
                default: throw failure("not about all reasons, or of another issuer")
                }
            }
        }
        return scope
    }

    /// Returns true if the list is for a certificate of this issuer.
    package func covers(_ certificate: Certificate, _ issuer: Certificate) -> Bool {
        guard self.issuer.isSubject(of: issuer) else { return false }
        let isAuthority = certificate.isOfAuthority
        guard !(scope.isForUsers && isAuthority), !(scope.isForAuthorities && !isAuthority) else {
            return false
        }
        guard let names = scope.names else { return true }
        let points = certificate.decode(ExtensionType.distributionPoints, DistributionPoints.init)
        return (points?.points ?? []).contains { point in
            point.names.contains(where: names.contains)
        }
    }

    /// The extension with the reason of an entry (section 5.3.1).
    private static let reasonCode = OID(2, 5, 29, 21)

    /// Returns the entry of a certificate; nil if it isn't on the list.
    ///
    /// - Throws: `malformed` for a list that can't be read up to it, or has a critical extension there (section 5.3).
    package func entry(of certificate: Certificate) throws(PKIError) -> Entry? {
        var reader = DERReader(entries)
        while !reader.isAtEnd {
            var fields = try reader.enter(.sequence)
            let isAbout = try fields.next(.integer).content.elementsEqual(certificate.serialNumber)
            let since = try fields.next()
            var reason: Int?
            for element in try fields.nextIf(.sequence)?.children() ?? [] {
                let found = try CertificateExtension(element)
                if found.type == Self.reasonCode {
                    reason = try found.element(.enumerated).smallNumber()
                } else if found.isCritical {
                    throw Self.failure("a critical extension")
                }
            }
            guard isAbout else { continue }
            // 8 is removeFromCRL: it was on hold, and no longer is. 6 is certificateHold.
            if reason == 8 { return nil }
            return Entry(since: try DERTime.seconds(since), isOnHold: reason == 6)
        }
        return nil
    }

    private static func failure(_ rule: String) -> PKIError {
        .malformed("revocation list", rule)
    }
}
