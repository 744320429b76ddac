// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

/// A call of SecPKCS12Import: a PKCS#12 file that was read, and how to import it.
struct IdentityImport {
    private let items: [ImportedItem]
    private let isMemoryOnly: Bool
    private let keychain: Keychain
    /// The attributes that private keys are stored with: how they are protected.
    private let keyAttributes: [Attribute: AttributeValue]
    private let use: UseOptions

    /// Reads a file with the options; without a passphrase the empty one is tried.
    ///
    /// - Throws: `authenticationFailed` for a wrong or missing passphrase; `decode` for data that
    ///   is not PKCS#12; `internalError` for anything else that can't be read, such as a key of an
    ///   unsupported type; `parameter` for invalid options.
    init(_ data: NSData, _ options: NSDictionary) throws(KeychainError) {
        let options = try KeyParameters(options)
        var passphrase: Passphrase?
        if let value = options["passphrase"] {
            passphrase = try Passphrase(value.object, key: "kSecImportExportPassphrase")
        }
        isMemoryOnly = try options["memory"]?.flag("kSecImportToMemoryOnly") ?? false
        _ = try options["nleg"]?.flag("kSecUseDataProtectionKeychain")
        if let value = options["keychain"] {
            keychain = try Keychain(value.object, key: "kSecImportExportKeychain")
        } else {
            keychain = .default
        }
        var keyAttributes: [Attribute: AttributeValue] = [:]
        for attribute in [Attribute.accessControl, .accessible] {
            guard let value = options[attribute] else { continue }
            keyAttributes[attribute] = try AttributeValue(value, for: attribute)
        }
        if let access = options["access"] {
            keyAttributes[.accessList] = try SecAccess.kept(
                access.object, "kSecImportExportAccess")
        }
        self.keyAttributes = keyAttributes
        use = try options.use()
        do throws(KeychainError) {
            items = try data.lend {
                try callPKI(ImportedFile.readPKCS12($0, passphrase: passphrase))
            }
        } catch {
            switch error.code {
            case .passphraseRequired:
                throw KeychainError(.authenticationFailed, error.detail)
            case .unsupportedFormat, .parameter: throw KeychainError(.internalError, error.detail)
            default: throw error
            }
        }
    }

    /// Imports the items, and returns a dictionary for each identity and one for the certificates
    /// that belong to none.
    ///
    /// Items that are stored already are left unchanged and returned.
    func dictionaries() throws(KeychainError) -> NSArray {
        var identities: [(ImportedItem, AnyObject)] = []
        if isMemoryOnly {
            for item in items { identities.append((item, try item.object([:]))) }
        } else {
            let all = try keychain.store(
                items, keyAttributes: keyAttributes, duplicates: .ignored, asking: use.asking)
            for stored in all {
                let object = try stored.object(in: keychain, use.carried)
                identities.append((stored.imported, object))
            }
        }
        let certificates = items.compactMap(\.certificate)
        let finder = ChainFinder(certificates)
        var chained: Set<Certificate> = []
        var dictionaries: [NSDictionary] = []
        for (item, object) in identities {
            guard let identity = object as? SecIdentity else { continue }
            let chain = finder.chain(above: identity.certificate.certificate)
            chained.formUnion(chain)
            dictionaries.append(Self.dictionary(item, identity, chain))
        }
        let others = certificates.filter { !chained.contains($0) }
        if !others.isEmpty {
            dictionaries.append(["chain" as NSString: Self.objects(others)] as NSDictionary)
        }
        return NSArray(array: dictionaries)
    }

    /// Makes the dictionary that SecPKCS12Import returns for an identity: the identity, its chain, a trust, and its
    /// label and key identifier.
    private static func dictionary(
        _ item: ImportedItem, _ identity: SecIdentity, _ chain: [Certificate]
    ) -> NSDictionary {
        let entries = NSMutableDictionary()
        entries["identity" as NSString] = identity
        entries["chain" as NSString] = objects(chain)
        entries["trust" as NSString] = SecTrust(chain, [.basic])
        entries["keyid" as NSString] = NSData(item.key?.publicKeyHash ?? [])
        let label = item.label ?? item.certificateLabel ?? item.certificate?.subjectSummary
        entries.setValue(label, forKey: "label")
        return entries
    }

    private static func objects(_ certificates: [Certificate]) -> NSArray {
        NSArray(array: certificates.map(SecCertificate.init))
    }
}

/// A search for the certificates of a file that issued one another, by their names; signatures are not
/// checked.
private struct ChainFinder {
    private let bySubject: [[UInt8]: [Certificate]]

    init(_ certificates: [Certificate]) {
        bySubject = Dictionary(grouping: certificates, by: \.subject.normalisedContent)
    }

    /// Returns a certificate followed by those above it, ten at most.
    func chain(above certificate: Certificate) -> [Certificate] {
        var chain = [certificate]
        while chain.count < 10, let last = chain.last {
            let issuer = last.issuer.normalisedContent
            guard issuer != last.subject.normalisedContent,
                let next = bySubject[issuer]?.first(where: { !chain.contains($0) })
            else { break }
            chain.append(next)
        }
        return chain
    }
}
