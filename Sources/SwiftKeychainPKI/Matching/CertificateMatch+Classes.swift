import SwiftKeychainModel

extension CertificateMatch {
    /// Checks that every condition says something of every class: one that does not apply is met by
    /// all items of the class, and would widen what is changed.
    ///
    /// - Throws: `parameter`, naming the key.
    package func requireApplicable(to classes: Set<ItemClass>) throws(KeychainError) {
        let withCertificates: Set<ItemClass> = [.certificate, .identity]
        let conditions: [(isSet: Bool, key: String, classes: Set<ItemClass>)] = [
            (!subject.isEmpty, "kSecMatchSubject…", withCertificates),
            (emailAddress != nil, "kSecMatchEmailAddressIfPresent", withCertificates),
            (validOn != nil, "kSecMatchValidOnDate", withCertificates.union([.key])),
            (issuers != nil, "kSecMatchIssuers", withCertificates),
            (trustedOnly, "kSecMatchTrustedOnly", withCertificates),
            (policy != nil, "kSecMatchPolicy", withCertificates),
        ]
        for condition in conditions
        where condition.isSet && !classes.isSubset(of: condition.classes) {
            throw KeychainError(
                .parameter, "\(condition.key): does not apply to the class of items to be changed")
        }
    }
}
