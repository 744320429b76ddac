import Foundation
import SwiftKeychain
import SwiftKeychainModel

// What programs prefer, on the caller's objects: a name, an array of `kSecAttrCan…`, and names of
// issuers in DER.
extension SecIdentity {
    /// Gives the identity that is preferred for a name; nil where there is none, where its private
    /// key is gone, and where none of the issuers stands above it.
    ///
    /// - Throws: `parameter` for arguments that mean nothing, and as
    ///   ``SecCertificate/identity(in:)``.
    package static func preferred(
        for name: NSString, _ uses: NSArray?, issuers: NSArray?
    ) throws(KeychainError) -> SecIdentity? {
        let wanted = try IdentityPreference(name, uses)
        guard let certificate = try Keychain.login.preferredCertificate(for: wanted) else {
            return nil
        }
        if let issuers {
            var match = CertificateMatch()
            match.issuers = try CertificateMatch.issuers(
                CallerValue(issuers).elements.compactMap { $0.flatMap { CallerValue($0).bytes } })
            let isBelow = try match.matchesIssuers(certificate) { (name) throws(KeychainError) in
                var found: [Certificate] = []
                for keychain in Keychain.searched {
                    found += try keychain.storedCertificates(named: name)
                }
                return found
            }
            if !isBelow { return nil }
        }
        do throws(KeychainError) {
            return try SecCertificate(certificate).identity(in: nil)
        } catch {
            if error.code == .itemNotFound { return nil }
            throw error
        }
    }

    /// Prefers an identity for a name; nil: none any more.
    ///
    /// - Throws: `parameter` for arguments that mean nothing, and as ``Keychain/prefer(_:for:)``.
    package static func prefer(
        _ identity: SecIdentity?, for name: NSString, _ uses: NSArray?
    ) throws(KeychainError) {
        try Keychain.login.prefer(
            identity?.certificate.certificate, for: try IdentityPreference(name, uses))
    }
}

extension SecCertificate {
    /// Gives the certificate that is preferred for a name; nil where there is none.
    ///
    /// - Throws: `parameter` for arguments that mean nothing, and as
    ///   ``Keychain/preferredCertificate(for:)``.
    package static func preferred(
        for name: NSString, _ uses: NSArray?
    ) throws(KeychainError) -> SecCertificate? {
        try Keychain.login.preferredCertificate(
            for: try IdentityPreference(name, uses, of: .certificate)
        ).map(SecCertificate.init)
    }

    /// Prefers a certificate for a name; nil: none any more.
    ///
    /// - Throws: `parameter` for arguments that mean nothing, and as ``Keychain/prefer(_:for:)``.
    package static func prefer(
        _ certificate: SecCertificate?, for name: NSString, _ uses: NSArray?
    ) throws(KeychainError) {
        try Keychain.login.prefer(
            certificate?.certificate, for: try IdentityPreference(name, uses, of: .certificate))
    }
}

extension IdentityPreference {
    fileprivate init(
        _ name: NSString, _ uses: NSArray?, of kind: Kind = .identity
    ) throws(KeychainError) {
        guard let text = CallerValue(name).text else {
            throw KeychainError(.parameter, "name: not text")
        }
        var attributes: Set<Attribute> = []
        for element in uses.map({ CallerValue($0).elements }) ?? [] {
            guard let use = element.flatMap({ CallerValue($0).text }).flatMap(Attribute.init) else {
                throw KeychainError(.parameter, "keyUsage: not one of kSecAttrCan…")
            }
            attributes.insert(use)
        }
        try self.init(text, uses: attributes, of: kind)
    }
}
