import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// A file of trust settings as macOS exports them: a property list in XML.
///
/// Certificates are named by their SHA-1, as on macOS. Their DER is written too, so that a file has
/// the same meaning where a certificate is not stored.
package enum TrustSettingsFile {
    /// Writes the trust settings of certificates.
    package static func write(
        _ stored: [Keychain.StoredTrustSettings]
    ) throws(KeychainError) -> [UInt8] {
        var list: [String: Entry] = [:]
        for settings in stored {
            let certificate = settings.certificate
            list[name(of: certificate)] = Entry(
                certificate: Data(certificate.der), issuerName: Data(certificate.issuer.encoding),
                modDate: settings.modificationDate.map {
                    Date(timeIntervalSinceReferenceDate: $0)
                },
                serialNumber: Data(certificate.serialNumber),
                trustSettings: settings.records.map(Record.init))
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        guard let data = try? encoder.encode(Contents(trustList: list, trustVersion: version))
        else {
            throw KeychainError(
                .internalComponent, "trust settings: they can't be written as a property list")
        }
        return [UInt8](data)
    }

    /// Reads a file.
    ///
    /// - Parameter known: the certificates that the file may name by SHA-1 alone.
    /// - Throws: `invalidTrustSettings` for anything but such a file, and for unknown settings:
    ///   ignoring one would widen the others; `itemNotFound` where the file names an unknown
    ///   certificate.
    package static func read(
        _ bytes: [UInt8], known: () throws(KeychainError) -> [Certificate]
    ) throws(KeychainError) -> [(certificate: Certificate, records: [TrustSettingsRecord])] {
        guard isShallow(bytes),
            let file = try? PropertyListDecoder().decode(Contents.self, from: Data(bytes)),
            file.trustVersion == version
        else { throw invalid("they cannot be read") }
        var byName: [String: Certificate]?
        var read: [(certificate: Certificate, records: [TrustSettingsRecord])] = []
        for (name, entry) in file.trustList.sorted(by: { $0.key < $1.key }) {
            let certificate: Certificate
            if let der = entry.certificate {
                certificate = try Certificate(der: [UInt8](der))
                guard self.name(of: certificate) == name.uppercased() else {
                    throw invalid("a certificate does not match its name")
                }
            } else {
                if byName == nil {
                    byName = Dictionary(try known().map { (self.name(of: $0), $0) }) { one, _ in one
                    }
                }
                guard let found = byName?[name.uppercased()] else {
                    throw KeychainError(
                        .itemNotFound, "trust settings: the file names an unknown certificate")
                }
                certificate = found
            }
            var records: [TrustSettingsRecord] = []
            for record in entry.trustSettings ?? [] { records.append(try record.value()) }
            read.append((certificate, records))
        }
        return read
    }

    private static let version = 1
    private static let deepest = 16

    /// Returns whether bytes are XML whose elements are nested no deeper than those of such a file:
    /// Foundation's reader recurses as deep as the file, until the stack overflows.
    ///
    /// Comments, sections and instructions, where tags mean nothing, are not permitted except for
    /// the two at the top.
    private static func isShallow(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            let tag = rest[(start + 1)...].prefix { $0 != UInt8(ascii: ">") }
            rest = rest[tag.endIndex...]
            guard !rest.isEmpty, !tag.contains(UInt8(ascii: "<")), let first = tag.first else {
                return false
            }
            switch first {
            case UInt8(ascii: "?"), UInt8(ascii: "!"):
                let isUsual = tag.starts(with: "?xml ".utf8) || tag.starts(with: "!DOCTYPE ".utf8)
                guard isUsual, depth == 0, !tag.contains(UInt8(ascii: "[")) else { return false }
            case UInt8(ascii: "/"): depth -= 1
            default: if tag.last != UInt8(ascii: "/") { depth += 1 }
            }
            guard 0...deepest ~= depth else { return false }
        }
        return depth == 0
    }

    private static func name(of certificate: Certificate) -> String {
        Hexadecimal.text(HashFunction.sha1.digest(certificate.der)).uppercased()
    }

    static func invalid(_ why: String) -> KeychainError {
        KeychainError(.invalidTrustSettings, "trust settings: \(why)")
    }

    private struct Contents: Codable {
        var trustList: [String: Entry]
        var trustVersion: Int
    }

    private struct Entry: Codable {
        var certificate: Data?
        var issuerName: Data
        var modDate: Date?
        var serialNumber: Data
        var trustSettings: [Record]?
    }
}
