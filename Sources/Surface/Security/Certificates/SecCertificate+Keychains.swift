// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

// The functions for keychain files, for a certificate object of the caller.
extension SecCertificate {
    /// Joins the certificate and its private key, from the first keychain that has the key; the
    /// certificate itself need not be stored.
    ///
    /// - Throws: `itemNotFound` where no keychain has the key; `unimplemented` for a certificate
    ///   whose key is not supported; as ``Keychain/find(_:returning:)``.
    func identity(in keychains: [Keychain]) throws(KeychainError) -> SecIdentity {
        let publicKey = try callPKI(certificate.publicKey.cryptoKey())
        for keychain in keychains {
            let found = try keychain.references(
                to: .private, publicKey: publicKey.publicBytes,
                label: certificate.publicKeyHash)
            // One after the other, so that the user is asked no more often than needed.
            for reference in found {
                let items = try keychain.find(
                    try Query(.key, .named([reference])), returning: [.attributes, .reference])
                guard let item = items.first else { continue }
                let key = try SecKey(stored: item, in: keychain)
                if let identity = SecIdentity(self, key) { return identity }
            }
        }
        throw KeychainError(.itemNotFound, "certificate: no keychain has its private key")
    }
}

// Preferred identities and certificates, for the caller's objects.
extension SecIdentity {
    /// Returns the identity that is preferred for a name; nil where there is none, where its
    /// private key is gone, and where none of the issuers is above it.
    ///
    /// - Throws: `parameter` for invalid arguments, and as ``SecCertificate/identity(in:)``.
    static func preferred(
        for name: NSString, _ uses: NSArray?, issuers: NSArray?
    ) throws(KeychainError) -> SecIdentity? {
        let wanted = try IdentityPreference(name, uses)
        guard let certificate = try Keychain.login.preferredCertificate(for: wanted) else {
            return nil
        }
        if let issuers {
            var match = CertificateMatch()
            match.issuers = try CertificateMatch.issuers(
                CFValue(issuers).elements.compactMap { $0.flatMap { CFValue($0).bytes } })
            let isBelow = try match.matchesIssuers(certificate) { (name) throws(KeychainError) in
                var found: [Certificate] = []
                for keychain in Keychain.searched {
                    found += try keychain.storedCertificates(named: name)
                }
                return found
            }
            if !isBelow { return nil }
        }
        return try KeychainError.unlessMissing {
            try SecCertificate(certificate).identity(in: Keychain.searched + [.cards])
        }
    }
}

extension IdentityPreference {
    /// Reads the name and the uses that a caller gives; no array means any use.
    ///
    /// - Throws: `parameter` for a name that is no text, and for an unknown use.
    init(
        _ name: NSString, _ uses: NSArray?, of kind: Kind = .identity
    ) throws(KeychainError) {
        guard let text = CFValue(name).text else {
            throw KeychainError(.parameter, "name: not text")
        }
        let attributes = try CFValue.list(
            uses, or: KeychainError(.parameter, "keyUsage: not one of kSecAttrCan…")
        ) { CFValue($0).text.flatMap(Attribute.init) }
        try self.init(text, uses: Set(attributes), of: kind)
    }
}
