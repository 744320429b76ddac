import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// Names certificates for a person.
enum CertificateText {
    /// Gives a hash of the certificate in upper-case hexadecimal digits.
    static func hash(_ certificate: Certificate, _ function: HashFunction = .sha1) -> String {
        Hexadecimal.text(function.digest(certificate.der)).uppercased()
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
        output.write("\n   Valid from \(CalendarDate(seconds: certificate.notBefore).text)")
        output.write(" to \(CalendarDate(seconds: certificate.notAfter).text)\n")
    }
}
