// SPDX-License-Identifier: Apache-2.0

// Policies, in a certificate and in those below it. Each reader throws `malformed` for a value that breaks the standard.

extension CertificateExtension {
    /// Reads the policies under which the certificate was issued, with their qualifiers (RFC 5280, section 4.2.1.4).
    ///
    ///     SEQUENCE OF SEQUENCE { policy, SEQUENCE OF SEQUENCE { type, qualifier } optional }
    func policies() throws(PKIError) -> [CertificateProperty] {
        var policies: [CertificateProperty] = []
        for entry in try policyEntries() {
            var reader = try DERReader("a policy", entry)
            let policy = try OID(try reader.next(.objectIdentifier))
            var parts: [CertificateProperty] = [.string("Policy Identifier", policy.description)]
            for qualifier in try reader.nextIf(.sequence)?.children() ?? [] {
                parts += try Self.qualifier(qualifier)
            }
            try reader.end()
            policies.append(.section("Policy Identifier #\(policies.count + 1)", parts))
        }
        return policies
    }

    /// Reads more about a policy: the address of a statement of practices, or a notice for the user.
    private static func qualifier(_ element: DERElement) throws(PKIError) -> [CertificateProperty] {
        var reader = try DERReader("a policy qualifier", element)
        let type = try OID(try reader.next(.objectIdentifier))
        let value = try reader.next()
        try reader.end()
        var shown = CertificateProperty.data("Qualifier", value.encoding)
        // id-qt-cps (RFC 5280, section 4.2.1.4): the address of a statement of practices.
        if type == OID(1, 3, 6, 1, 5, 5, 7, 2, 1), let text = value.text {
            shown = CertificateProperty("CPS URI", .url(text))
        }
        return [.string("Policy Qualifier", type.description), shown]
    }

    /// Reads policies of the issuer's domain, each with the one of the subject's domain that counts as the same (RFC 5280,
    /// section 4.2.1.5).
    func policyMappings() throws(PKIError) -> [CertificateProperty] {
        var mappings: [CertificateProperty] = []
        for entry in try policyEntries() {
            var reader = try DERReader("a pair", entry)
            for label in ["Issuer Domain Policy", "Subject Domain Policy"] {
                let policy = try OID(try reader.next(.objectIdentifier))
                mappings.append(.string(label, policy.description))
            }
            try reader.end()
        }
        return mappings
    }

    /// Reads a list of policies or of mappings, 256 at most: libcrypto takes a time that grows with the square of their
    /// number.
    private func policyEntries() throws(PKIError) -> [DERElement] {
        let entries = try element(.sequence).children()
        guard entries.count <= 256 else { throw DER.malformed("more than 256 policies") }
        return entries
    }
}
