// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

// Trust settings are stored in the keychain, sealed like all items: a generic password for each
// certificate, in an access group that no program is given.
extension Keychain {
    private static let service = "trust-settings"

    /// The trust settings of one certificate.
    public struct StoredTrustSettings: Sendable {
        public let certificate: Certificate
        public let records: [TrustSettingsRecord]
        /// In seconds since 2001-01-01 00:00 UTC.
        public let modificationDate: Double?
    }

    /// Returns all trust settings; none if there is no keychain yet, which isn't made.
    ///
    ///     var request = TrustRequest(leaf: certificate, policies: [.basic], date: 0)
    ///     request.settings = try Keychain.default.trustSettings()
    ///
    /// - Throws: as ``find(_:returning:asking:)``; `invalidTrustSettings` for damaged ones.
    public func trustSettings() throws(KeychainError) -> TrustSettings {
        var records: [Certificate: [TrustSettingsRecord]] = [:]
        for stored in try storedTrustSettings() { records[stored.certificate] = stored.records }
        return TrustSettings(records)
    }

    /// Returns all trust settings, ordered by the digests of their certificates.
    ///
    ///     for settings in try Keychain.default.storedTrustSettings() {
    ///         print(settings.certificate.subjectSummary ?? "", settings.records.count)
    ///     }
    ///
    /// - Throws: as ``trustSettings()``.
    public func storedTrustSettings() throws(KeychainError) -> [StoredTrustSettings] {
        try stored(nil)
    }

    /// Returns the trust settings of one certificate.
    ///
    ///     let records = try Keychain.default.trustSettings(of: certificate).records
    ///
    /// - Throws: `noTrustSettings` if it has none; as ``trustSettings()``.
    public func trustSettings(
        of certificate: Certificate
    ) throws(KeychainError) -> StoredTrustSettings {
        guard let found = try stored(certificate).first else { throw Self.noSettings }
        return found
    }

    /// Replaces the trust settings of a certificate. An empty list trusts a root for everything.
    ///
    ///     var record = TrustSettingsRecord()
    ///     record.result = .deny
    ///     try Keychain.default.setTrustSettings([record], of: certificate)
    ///
    /// - Throws: as ``add(_:asking:)``; `parameter` for more than 4096 records.
    public func setTrustSettings(
        _ records: [TrustSettingsRecord], of certificate: Certificate
    ) throws(KeychainError) {
        guard records.count <= TrustSettingsEncoding.mostRecords else {
            throw KeychainError(.parameter, "trust settings: too many records")
        }
        let bytes = TrustSettingsEncoding.encode(certificate, records)
        let secret = SecretBytes(copying: bytes)
        try settingsKeychain.put(
            try NewItem(
                .genericPassword,
                attributes: Self.conditions(certificate).merging([
                    .accessGroup: .string(Caller.trustSettingsGroup),
                    // Servers start before any user has logged in.
                    .accessible: .string(ProtectionClass.always.rawValue),
                ]) { $1 }, secret: secret),
            orUpdate: try Self.query(certificate),
            try Change([:], secret: secret))
    }

    /// Replaces the trust settings of the certificates in a file; all others stay.
    ///
    /// - Throws: as ``TrustSettingsFile/read(_:known:)`` and ``setTrustSettings(_:of:)``.
    package func importTrustSettings(_ file: [UInt8]) throws(KeychainError) {
        let read = try TrustSettingsFile.read(file) {
            try certificates().map(\.certificate) + SystemAnchors.shared.certificates
        }
        for (certificate, records) in read { try setTrustSettings(records, of: certificate) }
    }

    /// Removes the trust settings of a certificate.
    ///
    ///     try Keychain.default.removeTrustSettings(of: certificate)
    ///
    /// - Throws: `noTrustSettings` if it has none; as ``delete(_:)``.
    public func removeTrustSettings(of certificate: Certificate) throws(KeychainError) {
        guard try hasFile else { throw Self.noSettings }
        do throws(KeychainError) {
            try settingsKeychain.delete(try Self.query(certificate))
        } catch {
            throw error.code == .itemNotFound ? Self.noSettings : error
        }
    }

    /// Returns the certificates with a normalised subject; none if there is no keychain yet, which isn't
    /// made.
    package func storedCertificates(
        named name: [UInt8]
    ) throws(KeychainError) -> [Certificate] {
        guard try hasFile else { return [] }
        return try certificates(named: name)
    }

    /// Returns the certificates that may have issued one, in the same way.
    package func storedIssuers(of certificate: Certificate) throws(KeychainError) -> [Certificate] {
        try hasFile ? issuers(of: certificate) : []
    }

    private var settingsKeychain: Keychain { acting(for: [Caller.trustSettingsGroup]) }

    private static var noSettings: KeychainError {
        KeychainError(.noTrustSettings, "trust settings: the certificate has none")
    }

    private static func conditions(_ certificate: Certificate?) -> [Attribute: AttributeValue] {
        guard let certificate else { return [.service: .string(service)] }
        let digest = Hexadecimal.text(HashFunction.sha256.digest(certificate.der))
        return [.service: .string(service), .account: .string(digest)]
    }

    private static func query(_ certificate: Certificate?) throws(KeychainError) -> Query {
        var conditions = Query.Conditions(conditions(certificate), limit: .all)
        conditions.attributes[.accessGroup] = .string(Caller.trustSettingsGroup)
        return try Query(.genericPassword, conditions)
    }

    /// Returns the settings of a certificate, or of all; none if the keychain doesn't exist.
    private func stored(
        _ certificate: Certificate?
    ) throws(KeychainError) -> [StoredTrustSettings] {
        guard try hasFile else { return [] }
        let items = try settingsKeychain.findAny(
            try Self.query(certificate), returning: [.attributes, .secret])
        var found: [StoredTrustSettings] = []
        for item in items.sorted(by: { $0[.account]?.text ?? "" < $1[.account]?.text ?? "" }) {
            guard let bytes = item.secret?.withBytes({ [UInt8]($0) }) else {
                throw KeychainError(.invalidTrustSettings, "trust settings: one without bytes")
            }
            let (certificate, records) = try callPKI(TrustSettingsEncoding.decode(bytes))
            found.append(
                StoredTrustSettings(
                    certificate: certificate, records: records,
                    modificationDate: item[.modificationDate]?.seconds))
        }
        return found
    }
}
