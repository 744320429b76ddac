// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

/// The items of a keychain that are exported together.
public enum ExportKind: Sendable, Hashable {
    case certificates, publicKeys, privateKeys
    /// Public and private keys.
    case keys
    /// Certificates together with their private keys.
    case identities
    /// Certificates and private keys.
    case all
}

extension Keychain {
    /// Finds and opens the items to write to a file.
    ///
    ///     let items = try Keychain.default.items(toExport: .identities, as: .pkcs12)
    ///     let file = try ExportedFile.write(items, as: .pkcs12, passphrase: Passphrase(secret))
    ///
    /// - Parameters:
    ///   - format: PKCS#12 joins a certificate and its private key; `rawKey` is the only format of
    ///     symmetric keys, and holds no others.
    ///   - authentication: how the user is asked; without a context, one is made for all items.
    /// - Throws: `itemNotFound` when there are none; `parameter` for `rawKey` unless the kind is `keys` or `all`;
    ///   `keyIsSensitive` for a key that is not extractable, and for a sensitive one where the format does not encrypt
    ///   it; as `find(_:returning:asking:)`.
    public func items(
        toExport kind: ExportKind, as format: FileFormat,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [ImportedItem] {
        let isEncrypted = [.pkcs12, .wrappedPKCS8, .wrappedOpenSSL].contains(format)
        var authentication = authentication
        authentication.context = authentication.context ?? AuthenticationContext()
        let keys = OpenedKeys(
            keychain: self, isEncrypted: isEncrypted, authentication: authentication)
        if format == .rawKey {
            guard kind == .keys || kind == .all else {
                throw KeychainError(.parameter, "export: raw holds symmetric keys only")
            }
            return try keys.symmetric()
        }
        var items: [ImportedItem] = []
        switch kind {
        case .certificates: items = try exportedCertificates(authentication)
        case .publicKeys: items = try keys.found(.public)
        case .privateKeys: items = try keys.found(.private)
        case .keys: items = try keys.found(.public) + keys.found(.private)
        case .identities:
            items = joined(try exportedCertificates(authentication), try keys.found(.private))
                .filter {
                    if case .identity = $0.value { true } else { $0.keyID != nil }
                }
        case .all:
            items = try exportedCertificates(authentication)
            let own = try keys.found(.private)
            items = format == .pkcs12 ? joined(items, own) : items + own
        }
        if items.isEmpty { throw KeychainError(.itemNotFound, "export: no such items") }
        return items
    }

    private func exportedCertificates(
        _ authentication: Authentication
    ) throws(KeychainError) -> [ImportedItem] {
        var items: [ImportedItem] = []
        for item in try everything(.certificate, [:], authentication) {
            items.append(
                ImportedItem(.certificate(try Certificate(item)), label: item[.label]?.text))
        }
        return items
    }

    /// Pairs each key with the first certificate of its public key. Further ones name it by its
    /// hash; keys without a certificate follow.
    private func joined(_ certificates: [ImportedItem], _ keys: [ImportedItem]) -> [ImportedItem] {
        var owners: [[UInt8]: ImportedItem] = [:]
        for item in keys { if let key = item.key { owners[key.publicKeyHash] = item } }
        var joined: Set<[UInt8]> = []
        var items = certificates.map { item in
            guard let certificate = item.certificate,
                let owner = owners[certificate.publicKeyHash], let key = owner.key,
                certificate.belongs(to: key)
            else { return item }
            return joined.insert(key.publicBytes).inserted
                ? ImportedItem(
                    .identity(certificate, key), label: owner.label ?? item.label,
                    certificateLabel: item.label, keyID: nil)
                : ImportedItem(item.value, label: item.label, keyID: key.publicKeyHash)
        }
        items += keys.filter { $0.key.map { !joined.contains($0.publicBytes) } ?? true }
        return items
    }

    /// Finds all items of a class with these attributes, synchronizable or not; none if there are none.
    fileprivate func everything(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue],
        _ authentication: Authentication
    ) throws(KeychainError) -> [Item] {
        try findAny(
            Query(itemClass, .anywhere(attributes, limit: .all)),
            returning: [.attributes, .secretForUse], asking: authentication)
    }
}

/// Opens the keys of a keychain that may leave it.
private struct OpenedKeys {
    let keychain: Keychain
    /// True if the file is encrypted, as sensitive keys require.
    let isEncrypted: Bool
    let authentication: Authentication

    /// Returns the public or private keys, with their bytes.
    func found(_ part: CryptoKey.Part) throws(KeychainError) -> [ImportedItem] {
        var items: [ImportedItem] = []
        for item in try keychain.everything(
            .key, [.keyClass: .number(Int64(part.rawValue))], authentication)
        {
            let secret = try secret(item)
            let number = item[.type]?.integer.flatMap(Int.init(exactly:))
            guard let type = number.flatMap(CryptoKey.KeyType.init) else {
                throw KeychainError(.parameter, "export: a key of a type that no file holds")
            }
            let key = try callPKI(secret.withBytes { try CryptoKey.read(type, part, $0) })
            items.append(ImportedItem(.key(key), label: item[.label]?.text))
        }
        return items
    }

    func symmetric() throws(KeychainError) -> [ImportedItem] {
        var items: [ImportedItem] = []
        for item in try keychain.everything(.key, [.keyClass: .number(2)], authentication) {
            items.append(
                ImportedItem(.symmetricKey(try secret(item)), label: item[.label]?.text))
        }
        if items.isEmpty { throw KeychainError(.itemNotFound, "export: no symmetric key") }
        return items
    }

    /// Returns the bytes of a key that may leave the keychain.
    ///
    /// - Throws: `keyIsSensitive` for a key that isn't extractable, and for a sensitive one that the format wouldn't
    ///   encrypt.
    private func secret(_ item: Item) throws(KeychainError) -> SecretBytes {
        let isPublic = item[.keyClass]?.integer == 0
        let restrictions = KeyRestrictions(item.stored)
        if !isPublic, !restrictions.isExtractable {
            throw KeychainError(.keyIsSensitive, "kSecAttrIsExtractable: the key can't be exported")
        }
        if !isPublic, restrictions.isSensitive, !isEncrypted {
            throw KeychainError(
                .keyIsSensitive, "kSecAttrIsSensitive: a key that leaves only encrypted")
        }
        guard let secret = item.secret else {
            throw KeychainError(.decode, "export: a stored key without bytes")
        }
        return secret
    }
}
