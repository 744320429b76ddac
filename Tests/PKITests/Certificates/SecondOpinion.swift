// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainPKI
import SwiftKeychainSystem
import Testing

/// Compares what a certificate says here with what the openssl command prints of it.
enum SecondOpinion {
    static func compare(_ certificate: Certificate, _ location: SourceLocation) throws {
        let lines = try OpenSSL.show(
            certificate.der,
            [
                "-serial", "-dates", "-dateopt", "iso_8601", "-nameopt",
                "oid,utf8,sep_multiline,dump_unknown", "-subject", "-issuer", "-ocspid", "-text",
            ])
        func value(_ name: String) -> String? {
            lines.map { $0.trimmingCharacters(in: .whitespaces) }.first { $0.hasPrefix(name) }
                .map { String($0.dropFirst(name.count)) }
        }
        #expect(value("serial=") == serial(certificate), sourceLocation: location)
        #expect(value("notBefore=") == date(certificate.notBefore), sourceLocation: location)
        #expect(value("notAfter=") == date(certificate.notAfter), sourceLocation: location)
        let hash = Hexadecimal.text(certificate.publicKeyHash).uppercased()
        #expect(value("Public key OCSP hash: ") == hash, sourceLocation: location)
        #expect(name(lines, "subject=") == shown(certificate.subject), sourceLocation: location)
        #expect(name(lines, "issuer=") == shown(certificate.issuer), sourceLocation: location)

        #expect(
            lines.contains { $0.contains("Version: \(certificate.version) ") },
            sourceLocation: location)
        let mark = lines.firstIndex { $0.contains("X509v3 Subject Key Identifier") }
        let identifier = mark.map { lines[$0 + 1].trimmingCharacters(in: .whitespaces) }
        let own = certificate.subjectKeyIdentifier
            .map { Hexadecimal.text($0, separator: ":").uppercased() }
        #expect(identifier == own, sourceLocation: location)
    }

    /// Writes the number as openssl does: hexadecimal, with a sign.
    private static func serial(_ certificate: Certificate) -> String {
        var octets = certificate.serialNumber
        let isNegative = octets[0] >= 0x80
        if isNegative {
            var carry = true
            for index in octets.indices.reversed() {
                octets[index] = ~octets[index]
                if carry { (octets[index], carry) = octets[index].addingReportingOverflow(1) }
            }
        }
        if octets.count > 1, octets[0] == 0 { octets.removeFirst() }
        return (isNegative ? "-" : "") + Hexadecimal.text(octets).uppercased()
    }

    private static func date(_ seconds: Double) -> String {
        let format = DateFormatter()
        format.calendar = Calendar(identifier: .gregorian)
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "yyyy-MM-dd HH:mm:ss'Z'"
        return format.string(from: Date(timeIntervalSinceReferenceDate: seconds))
    }

    private static func name(_ lines: [String], _ label: String) -> [String] {
        guard let start = lines.firstIndex(where: { $0.hasPrefix(label) }) else { return [] }
        return lines[(start + 1)...]
            .prefix { $0.hasPrefix("    ") && $0.contains("=") }.map { String($0.dropFirst(4)) }
    }

    private static func shown(_ name: DistinguishedName) -> [String] {
        name.relativeNames.map { attributes in
            attributes.map { "\($0.type)=\($0.text ?? "?")" }.joined(separator: " + ")
        }
    }
}
