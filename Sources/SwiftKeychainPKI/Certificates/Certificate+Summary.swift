extension Certificate {
    /// Gives what a person knows the certificate by; nil when it names its subject in no way.
    ///
    /// The common name, with the description in parentheses where there is one; else a mail
    /// address; else a host name; else the organizational unit; else the organization; else the
    /// description. The most specific, where the subject has several.
    public var subjectSummary: String? {
        let description = subject.texts(AttributeType.description).last
        if let commonName {
            return description.map { "\(commonName) (\($0))" } ?? commonName
        }
        return emailAddresses.first ?? hostNames.first
            ?? subject.texts(AttributeType.organizationalUnit).last
            ?? subject.texts(AttributeType.organization).last ?? description
    }

    /// Gives the label of a certificate that is added without one: the summary, or nothing.
    package var defaultLabel: String { subjectSummary ?? "" }
}
