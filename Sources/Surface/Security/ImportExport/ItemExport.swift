// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

/// A call of SecItemExport.
enum ItemExport {
    /// Writes certificates, keys and identities to a file.
    ///
    /// Keys in a keychain are fetched now. The file is in locked memory, which is wiped when the
    /// object is released, even where it is not secret.
    ///
    /// - Parameter object: one of them, or an array.
    /// - Throws: `keyIsSensitive` for a key that is not extractable, and for a sensitive one where
    ///   the format does not encrypt it; as ``ExportedFile/write(_:as:isArmoured:passphrase:)``,
    ///   ``StoredKey/secret()`` and, where the user chooses the passphrase,
    ///   ``FilePassphrase/new()``; `parameter` for other objects.
    static func data(
        _ object: AnyObject, format: UInt32, isArmoured: Bool,
        _ parameters: SecItemImportExportKeyParameters
    ) throws(KeychainError) -> NSData {
        guard let format = FileFormat(rawValue: format) else {
            throw KeychainError(.parameter, "outputFormat: not one of its values")
        }
        let source = try parameters.passphraseSource()
        var isSensitive = false
        let items = try CFValue.list(
            object, or: KeychainError(.parameter, "export: a null pointer")
        ) { element throws(KeychainError) in try item(element, &isSensitive) }
        let isWrapped: [FileFormat] = [.pkcs12, .wrappedPKCS8, .wrappedOpenSSL]
        // By default a single identity is encrypted.
        let isUsual = format == .unknown && items.count == 1 && items[0].isIdentity
        guard !isSensitive || isWrapped.contains(format) || isUsual else {
            throw KeychainError(
                .keyIsSensitive, "kSecAttrIsSensitive: the key can only be exported encrypted")
        }
        let file = try source.writing { passphrase in
            try callPKI(
                ExportedFile.write(
                    items, as: format, isArmoured: isArmoured, passphrase: passphrase))
        }
        return NSData(secret: file)
    }

    private static func item(
        _ object: AnyObject, _ isSensitive: inout Bool
    ) throws(KeychainError) -> ImportedItem {
        switch object {
        case let certificate as SecCertificate:
            return ImportedItem(.certificate(certificate.certificate))
        case let key as SecKey: return try item(key, &isSensitive)
        case let identity as SecIdentity:
            let half = try item(identity.privateKey, &isSensitive)
            guard let key = half.key else {
                throw KeychainError(.parameter, "export: an identity without an asymmetric key")
            }
            let certificate = identity.certificate.certificate
            let name = certificate.subjectSummary
            return ImportedItem(
                .identity(certificate, key), label: half.label ?? name, certificateLabel: name,
                keyID: nil)
        default:
            throw KeychainError(.parameter, "export: neither certificate, key nor identity")
        }
    }

    private static func item(
        _ key: SecKey, _ isSensitive: inout Bool
    ) throws(KeychainError) -> ImportedItem {
        let label = key.itemAttributes[.label]?.text
        if key.part == .public, let facts = key.publicFacts {
            return ImportedItem(.key(try callPKI(facts.publicKey())), label: label)
        }
        func check(_ restrictions: KeyRestrictions) throws(KeychainError) {
            if !restrictions.isExtractable {
                throw KeychainError(
                    .keyIsSensitive, "kSecAttrIsExtractable: the key can't be exported")
            }
            if restrictions.isSensitive { isSensitive = true }
        }
        try check(key.restrictions)
        switch key.material {
        case .symmetric(let bytes): return ImportedItem(.symmetricKey(bytes), label: label)
        case .memory(let key): return ImportedItem(.key(key), label: label)
        case .stored(let stored):
            let (secret, restrictions) = try stored.secretForUse()
            // They may have become stricter since the key was found.
            try check(restrictions)
            if key.publicFacts == nil { return ImportedItem(.symmetricKey(secret), label: label) }
            return ImportedItem(.key(try stored.privateKey(of: secret)), label: label)
        }
    }
}

extension ImportedItem {
    fileprivate var isIdentity: Bool {
        if case .identity = value { true } else { false }
    }
}
