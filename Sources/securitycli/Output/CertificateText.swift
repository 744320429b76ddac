import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

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
        let summary = (certificate.subjectSummary ?? "").printable
        return "\(hash(certificate)) \"\(summary)\""
    }

    /// Prints subject, issuer, serial number and validity, a line each.
    static func writeDetails(_ certificate: Certificate, to output: Output) {
        let names = [("Subject", certificate.subject), ("Issuer", certificate.issuer)]
        for (title, name) in names {
            let values = name.attributes.map { $0.text ?? "?" }.joined(separator: ", ")
            output.write("   \(title): \(values.printable)\n")
        }
        output.write("   Serial number: ")
        certificate.serialNumber.withUnsafeBytes { BufferFormat.writeHex($0, to: output) }
        output.write("\n   Valid from \(TimeDate.iso8601(certificate.notBefore))")
        output.write(" to \(TimeDate.iso8601(certificate.notAfter))\n")
    }
}
