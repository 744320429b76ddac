// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

// How certificates are shown to users.
extension Certificate {
    /// Returns a hash of the certificate in upper-case hexadecimal.
    package func hash(_ function: HashFunction = .sha1) -> String {
        Hexadecimal.text(function.digest(der)).uppercased()
    }

    /// The SHA-1 and the subject summary: `HASH "Example"`.
    package var line: String { "\(hash()) \"\((subjectSummary ?? "").printable)\"" }

    /// Lines with the subject, the issuer, the serial number and the validity.
    package var details: [String] {
        let names = [("Subject", subject), ("Issuer", issuer)].map { title, name in
            let values = name.attributes.map { $0.text ?? "?" }.joined(separator: ", ")
            return "\(title): \(values.printable)"
        }
        let (start, end) = (CalendarDate(seconds: notBefore), CalendarDate(seconds: notAfter))
        return names + [
            "Serial number: \(Hexadecimal.text(serialNumber).uppercased())",
            "Valid from \(start.text) to \(end.text)",
        ]
    }
}
