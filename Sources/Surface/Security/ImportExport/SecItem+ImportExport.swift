// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// Reads certificates, keys and identities from the bytes of a file, and stores them where a keychain
/// is named: all or nothing.
///
/// It reads PEM, DER, PKCS#1, SEC 1, PKCS#8, PKCS#7, PKCS#12 and OpenSSH keys; Docs/reference/formats.md has
/// the details.
///
/// - Parameters:
///   - importedData: at most 16 MiB.
///   - fileNameOrExtension: the file's name, which only affects the error for an unknown format; or
///     nil.
///   - inputFormat: the format, which is only needed for the bare bytes of a symmetric key
///     (`formatRawKey`); on return the format that was found. Or nil.
///   - itemType: the kind of item expected; on return the kind that was found. Or nil.
///   - flags: no effect on import.
///   - keyParams: the passphrase, or `securePassphrase` to ask the user for it; the attributes of
///     imported keys; or nil.
///   - importKeychain: the keychain; nil for memory only.
///   - outItems: receives an array of `SecCertificate`, `SecKey` and, of PKCS#12, `SecIdentity`; or
///     nil. Unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecUnknownFormat` for bytes of no known format, `errSecDecode`
///   for damaged bytes and for an unexpected kind; `errSecUnsupportedFormat` and
///   `errSecUnsupportedKeyFormat` for unsupported formats, and keys of an unsupported type or size;
///   `errSecPassphraseRequired` and `errSecAuthFailed` for a missing and a wrong passphrase;
///   `errSecDuplicateItem` when one of the items is stored already;
///   `errSecUserCanceled` and `errSecInteractionNotAllowed` where the user has to be asked.
@discardableResult
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    LastError.status {
        let request = try ItemImport(
            importedData, name: fileNameOrExtension, format: inputFormat?.pointee.rawValue ?? 0,
            kind: itemType?.pointee.rawValue ?? 0, keyParams?.pointee ?? .init())
        let objects = try request.objects(in: importKeychain)
        inputFormat?.pointee = SecExternalFormat(rawValue: request.format) ?? .formatUnknown
        itemType?.pointee = SecExternalItemType(rawValue: request.kind) ?? .itemTypeUnknown
        outItems?.pointee = objects
    }
}

/// Writes certificates, keys and identities as the bytes of a file.
///
/// - Parameters:
///   - secItemOrArray: a `SecCertificate`, `SecKey` or `SecIdentity`, or an array of them. Keys in
///     a keychain are fetched.
///   - outputFormat: the format; `formatUnknown` writes a certificate as DER, a key as OpenSSL does
///     (PKCS#1, SEC 1, SubjectPublicKeyInfo), a symmetric key as its bytes, an identity as PKCS#12,
///     and several items as PEM. Docs/reference/formats.md lists all.
///   - flags: `pemArmour` for PEM text.
///   - keyParams: the passphrase for the formats that encrypt, or `securePassphrase` to ask the
///     user for a new one; or nil.
///   - exportedData: receives the bytes, in locked memory that is wiped when the object is
///     released; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecPassphraseRequired`; `errSecKeyIsSensitive` for a key that is
///   not extractable, or sensitive where the format does not encrypt it; `errSecUnsupportedFormat`;
///   `errSecParam` for items that the format can't contain; `errSecItemNotFound` for a key that is
///   no longer stored; `errSecUserCanceled` and `errSecInteractionNotAllowed` where the user has to
///   be asked.
@discardableResult
public func SecItemExport(
    _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat,
    _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
    _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status {
        exportedData.pointee = try ItemExport.data(
            secItemOrArray, format: outputFormat.rawValue, isArmoured: flags.contains(.pemArmour),
            keyParams?.pointee ?? .init())
    }
}

/// Reads the identities and certificates of a PKCS#12 file, and stores them in a keychain.
///
/// Items that are stored already are left unchanged. Either everything is stored, or nothing.
///
/// - Parameters:
///   - pkcs12_data: at most 16 MiB.
///   - options: `kSecImportExportPassphrase`, a string (without one the empty passphrase is tried);
///     `kSecImportToMemoryOnly` to store nothing; `kSecImportExportKeychain` for another keychain
///     than the default one; `kSecImportExportAccess`, the access object to keep with the keys.
///   - items: receives an array of dictionaries; unchanged after a failure. Each identity has one,
///     with `kSecImportItemIdentity`, `kSecImportItemCertChain` (the certificate, and those of the
///     file that issued it), `kSecImportItemTrust` (which evaluates that chain by basic X.509),
///     `kSecImportItemKeyID` (the SHA-1 hash of the public key) and `kSecImportItemLabel`.
///     Certificates that belong to no identity share one that has only `kSecImportItemCertChain`.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong or missing passphrase; `errSecDecode`
///   for data that is not PKCS#12, or damaged; `errSecInternal` for a key of an unsupported type or
///   size, and for unsupported encryption, or encryption that would take too long.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status {
        items.pointee = try IdentityImport(pkcs12_data, options).dictionaries()
    }
}
