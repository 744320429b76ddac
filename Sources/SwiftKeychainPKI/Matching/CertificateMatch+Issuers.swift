import SwiftKeychainModel

extension CertificateMatch {
    /// Bounds how far up issuers are looked for.
    private static let steps = 10

    /// Tells whether one of ``issuers`` issued the certificate, or one of the certificates above
    /// it: those whose subject is the issuer of the one below, at most ten steps up.
    ///
    /// Only names are compared, as in the search of a client certificate for a TLS server.
    ///
    /// - Parameter findBySubject: gives the certificates whose normalised subject is a name.
    package func matchesIssuers(
        _ certificate: Certificate,
        findBySubject: ([UInt8]) throws(KeychainError) -> [Certificate]
    ) throws(KeychainError) -> Bool {
        guard let issuers else { return true }
        let wanted = Set(issuers)
        var level: Set<[UInt8]> = [certificate.issuer.normalisedContent]
        var seen = level
        for _ in 0..<Self.steps {
            if !level.isDisjoint(with: wanted) { return true }
            var above: Set<[UInt8]> = []
            for name in level {
                for issuer in try findBySubject(name) {
                    above.insert(issuer.issuer.normalisedContent)
                }
            }
            // A name that was looked for before leads nowhere new, in loops and at roots.
            level = above.subtracting(seen)
            if level.isEmpty { return false }
            seen.formUnion(level)
        }
        return !level.isDisjoint(with: wanted)
    }

    /// Reads the names of kSecMatchIssuers: whole DER SEQUENCEs, or their normalised contents as
    /// kSecAttrIssuer and kSecAttrSubject have them. What is no name, or an empty one, is dropped.
    ///
    /// - Throws: `parameter` when no name is left.
    public static func issuers(_ given: [[UInt8]]) throws(KeychainError) -> [[UInt8]] {
        let names = given.compactMap(DistinguishedName.normalisedContent(of:))
            .filter { !$0.isEmpty }
        if names.isEmpty { throw KeychainError(.parameter, "kSecMatchIssuers: no name") }
        return names
    }
}

extension DistinguishedName {
    /// Gives the normalised content of a name that is given as a whole DER SEQUENCE, or as content
    /// without its header; nil for what is no name.
    package static func normalisedContent(of given: [UInt8]) -> [UInt8]? {
        // Content begins with a SET, if with anything.
        let isWhole = given.first == DERTag.sequence.rawValue
        let der = isWhole ? given : DEREncoding.element(.sequence, given)
        return (try? DistinguishedName(der: der))?.normalisedContent
    }
}
