// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel
import SwiftKeychainSystem

/// A selection of certificates by name, mail address or hash.
///
/// Every condition that is set must hold.
package struct CertificateSelection: Sendable, Hashable {
    /// Text that the name contains, ignoring case; see ``Certificate/name``.
    package var name: String?
    /// A mail address of the certificate, ignoring case.
    package var emailAddress: String?
    /// The SHA-1 or SHA-256 of the DER: 20 or 32 bytes.
    package var hash: [UInt8]?

    package init() {}

    /// True if there is no condition, so that every certificate matches.
    package var isEmpty: Bool { name == nil && emailAddress == nil && hash == nil }

    /// Returns whether a certificate meets every condition.
    package func matches(_ certificate: Certificate) -> Bool {
        if let name, !certificate.hasName(containing: name) { return false }
        if let emailAddress, !certificate.hasAddress(emailAddress) { return false }
        guard let hash else { return true }
        let function: HashFunction = hash.count == HashFunction.sha1.byteCount ? .sha1 : .sha256
        return function.digest(certificate.der) == hash
    }

    /// Returns the best of `candidates`: those whose whole name is given, or all if there are none.
    package func closest<Candidate>(
        _ candidates: [Candidate], _ certificate: (Candidate) -> Certificate
    ) -> [Candidate] {
        guard let name else { return candidates }
        let whole = candidates.filter {
            StringComparison.caseInsensitive.equal(certificate($0).name ?? "", name)
        }
        return whole.isEmpty ? candidates : whole
    }
}

extension CertificateSelection {
    /// Returns the candidates with a mail address, or else those whose name is the text, or contains it.
    package static func named<Candidate>(
        _ text: String, _ candidates: [Candidate], _ certificate: (Candidate) -> Certificate
    ) -> [Candidate] {
        var selection = CertificateSelection()
        selection.emailAddress = text
        let addressed = candidates.filter { selection.matches(certificate($0)) }
        if !addressed.isEmpty { return addressed }
        selection.emailAddress = nil
        selection.name = text
        return selection.closest(
            candidates.filter { selection.matches(certificate($0)) }, certificate)
    }
}

extension Certificate {
    /// The name to show: the common name, else the subject summary.
    package var name: String? { commonName ?? subjectSummary }

    /// Compares the name without case.
    fileprivate func hasName(containing text: String) -> Bool {
        guard let name else { return false }
        let comparison = StringComparison.caseInsensitive
        return Array(comparison.folded(name)).contains(part: Array(comparison.folded(text)))
    }

    fileprivate func hasAddress(_ address: String) -> Bool {
        emailAddresses.contains { StringComparison.caseInsensitive.equal($0, address) }
    }
}

extension Keychain {
    /// Finds the selected certificates or identities, with their attributes and DER.
    ///
    /// - Parameter limit: how many at most, the oldest first.
    /// - Throws: as ``find(_:matching:returning:asking:)``.
    package func find(
        _ itemClass: ItemClass, _ selection: CertificateSelection, limit: Query.Limit
    ) throws(KeychainError) -> [Item] {
        let query = try Query(itemClass, .anywhere(limit: limit))
        let parts: Item.Parts = [.attributes, .secret]
        let authentication = Authentication().forOneCall
        if selection.isEmpty {
            return try find(query, returning: parts, asking: authentication)
        }
        let chosen = try references(
            query, limit: query.count(standard: .all), opening: parts, asking: authentication
        ) { selection.matches(try Certificate($0)) }
        return try find(query.among(chosen), returning: parts, asking: authentication)
    }

    /// Finds certificates or identities for messages.
    ///
    /// - Parameters:
    ///   - name: a name or a mail address; nil for any.
    ///   - hash: the key identifier or the SHA-1 of the certificate; nil for any.
    package func find(
        _ itemClass: ItemClass, named name: String?, hash: [UInt8]?
    ) throws(KeychainError) -> [Item] {
        let query = try Query(itemClass, .anywhere(limit: .all))
        let items = try find(query, returning: [.attributes, .reference])
        return try translating {
            try items.filter { item in
                let certificate = try Certificate(item)
                if let hash, certificate.subjectKeyIdentifier != hash,
                    HashFunction.sha1.digest(certificate.der) != hash
                {
                    return false
                }
                guard let name else { return true }
                return !CertificateSelection.named(name, [certificate], { $0 }).isEmpty
            }
        }
    }
}
