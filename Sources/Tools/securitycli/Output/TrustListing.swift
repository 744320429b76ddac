// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

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
