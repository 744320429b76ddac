import KeychainIdentities

/// Names certificates for a person.
enum CertificateText {
    /// Gives a hash of the certificate in upper-case hexadecimal digits.
    static func hash(_ certificate: Certificate, _ function: HashFunction = .sha1) -> String {
        function.digest(certificate.der).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// Gives the SHA-1 and the subject summary: `HASH "Example"`.
    static func line(_ certificate: Certificate) -> String {
        let summary = BufferFormat.withoutControls(certificate.subjectSummary ?? "")
        return "\(hash(certificate)) \"\(summary)\""
    }
}
