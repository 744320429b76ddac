// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// Certificates as the commands print them.
enum CertificateText {
    /// Returns a hash of the certificate in upper-case hexadecimal.
    static func hash(_ certificate: Certificate, _ function: HashFunction = .sha1) -> String {
        Hexadecimal.text(function.digest(certificate.der)).uppercased()
    }

    /// Returns the SHA-1 and the subject summary: `HASH "Example"`.
    static func line(_ certificate: Certificate) -> String {
        let summary = (certificate.subjectSummary ?? "").printable
        return "\(hash(certificate)) \"\(summary)\""
    }

    /// Prints subject, issuer, serial number and validity, one on each line.
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

/// PEM (RFC 7468) of bytes that aren't secret, in lines of 64 characters.
enum PEMText {
    /// Writes PEM (RFC 7468) with 64 characters in a line.
    static func write(_ label: String, _ bytes: [UInt8], to output: Output) {
        output.write("-----BEGIN \(label)-----\n")
        bytes.withUnsafeBytes { bytes in
            // 48 bytes fill a line.
            for start in stride(from: 0, to: bytes.count, by: 48) {
                let line = bytes[start..<min(start + 48, bytes.count)]
                output.writeBase64(UnsafeRawBufferPointer(rebasing: line))
                output.write("\n")
            }
        }
        output.write("-----END \(label)-----\n")
    }
}

/// Trust settings as macOS lists them.
enum TrustListing {
    static func write(
        _ entries: [(certificate: Certificate, records: [TrustSettingsRecord])], to output: Output
    ) {
        output.write("Number of trusted certs = \(entries.count)\n")
        for (index, entry) in entries.enumerated() {
            let name = (entry.certificate.subjectSummary ?? "").printable
            output.write("Cert \(index): \(name)\n")
            output.write("   Number of trust settings : \(entry.records.count)\n")
            for (index, record) in entry.records.enumerated() {
                output.write("   Trust Setting \(index):\n")
                for (title, text) in lines(record) {
                    let gap = String(repeating: " ", count: max(0, 22 - title.count))
                    output.write("      \(title)\(gap): \(text.printable)\n")
                }
            }
        }
    }

    /// Returns the names and values of a record, as `dump-trust-settings` shows them.
    private static func lines(_ record: TrustSettingsRecord) -> [(String, String)] {
        var lines: [(String, String)] = []
        if let policy = record.policy {
            lines.append(("Policy OID", NamedPolicy.title(of: policy)))
        }
        if let text = record.policyString { lines.append(("Policy String", text)) }
        if let error = record.allowedError {
            lines.append(("Allowed Error", Status.name(of: error) ?? String(error)))
        }
        if let usage = record.keyUsage {
            lines.append(("Key Usage", "0x" + String(usage, radix: 16)))
        }
        let result =
            switch record.result {
            case .trustRoot: "TrustRoot"
            case .trustAsRoot: "TrustAsRoot"
            case .deny: "Deny"
            case .unspecified: "Unspecified"
            }
        lines.append(("Result Type", "kSecTrustSettingsResult" + result))
        return lines
    }
}
