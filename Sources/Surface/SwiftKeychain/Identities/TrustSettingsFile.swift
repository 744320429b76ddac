// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A file of trust settings as macOS exports them: a property list in XML.
///
/// Certificates are named by their SHA-1, as on macOS. Their DER is written too, so that the file can be
/// read where a certificate isn't stored.
package enum TrustSettingsFile {
    /// Returns a file of the settings.
    package static func write(_ stored: [Keychain.StoredTrustSettings]) -> [UInt8] {
        var list: [String: PropertyList] = [:]
        for settings in stored {
            let certificate = settings.certificate
            var entry: [String: PropertyList] = [
                "certificate": .data(certificate.der),
                "issuerName": .data(certificate.issuer.encoding),
                "serialNumber": .data(certificate.serialNumber),
                "trustSettings": .array(settings.records.map(\.propertyList)),
            ]
            entry["modDate"] = settings.modificationDate.map { .date($0) }
            list[name(of: certificate)] = .dictionary(entry)
        }
        return PropertyList.dictionary([
            "trustList": .dictionary(list), "trustVersion": .integer(version),
        ]).xml()
    }

    /// Reads a file.
    ///
    /// - Parameter known: the certificates that it may name by their SHA-1 alone.
    /// - Throws: `invalidTrustSettings` for a file of another kind, and for unknown settings, because
    ///   leaving one out would widen the others; `itemNotFound` if it names an unknown certificate.
    package static func read(
        _ bytes: [UInt8], known: () throws -> [Certificate]
    ) throws(KeychainError) -> [(certificate: Certificate, records: [TrustSettingsRecord])] {
        guard let file = try? PropertyList(bytes).dictionary,
            file["trustVersion"]?.integer == version, let list = file["trustList"]?.dictionary
        else { throw KeychainError(.invalidTrustSettings, "not a file of trust settings") }
        var byName: [String: Certificate]?
        var read: [(certificate: Certificate, records: [TrustSettingsRecord])] = []
        for (name, entry) in list.sorted(by: { $0.key < $1.key }) {
            guard let entry = Entry(entry) else { throw invalid("they can't be read") }
            let certificate: Certificate
            if let der = entry.certificate {
                certificate = try callPKI(Certificate(der: der))
                guard self.name(of: certificate) == name.uppercased() else {
                    throw invalid("a certificate is not the one that is named")
                }
            } else {
                if byName == nil {
                    let known = try translating(known)
                    byName = Dictionary(known.map { (self.name(of: $0), $0) }) { one, _ in one }
                }
                guard let found = byName?[name.uppercased()] else {
                    throw KeychainError(
                        .itemNotFound, "trust settings: they name a certificate that is not known")
                }
                certificate = found
            }
            let records = try entry.records.map(TrustSettingsRecord.init(propertyList:))
            read.append((certificate, records))
        }
        return read
    }

    static func invalid(_ why: String) -> KeychainError {
        KeychainError(.invalidTrustSettings, "trust settings: \(why)")
    }

    private static let version: Int64 = 1

    private static func name(of certificate: Certificate) -> String {
        Hexadecimal.text(HashFunction.sha1.digest(certificate.der)).uppercased()
    }

    /// What the file holds of one certificate; nil where a key is missing or has another type.
    private struct Entry {
        let certificate: [UInt8]?
        let records: [PropertyList]

        init?(_ entry: PropertyList) {
            guard let entry = entry.dictionary, entry["issuerName"]?.data != nil,
                entry["serialNumber"]?.data != nil,
                entry["modDate"].map({ $0.date != nil }) ?? true,
                entry["certificate"].map({ $0.data != nil }) ?? true,
                entry["trustSettings"].map({ $0.array != nil }) ?? true
            else { return nil }
            certificate = entry["certificate"]?.data
            records = entry["trustSettings"]?.array ?? []
        }
    }
}
