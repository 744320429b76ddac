import SwiftKeychainModel

/// Reads certificates, keys and identities from the bytes of a file, and stores them where a keychain
/// is named: all or nothing.
///
/// Read are PEM, DER, PKCS#1, SEC 1, PKCS#8, PKCS#7, PKCS#12 and the keys of OpenSSH; Docs/formats.md
/// tells in which forms.
///
/// - Parameters:
///   - importedData: at most 16 MiB.
///   - fileNameOrExtension: the file's name, which only says which error bytes of no format are; or
///     nil.
///   - inputFormat: the format, which is only needed for the bare bytes of a symmetric key
///     (`formatRawKey`); on return the one that was found. Or nil.
///   - itemType: what the file is taken to hold; on return what it holds. Or nil.
///   - flags: without effect on import.
///   - keyParams: the passphrase, or `securePassphrase` to ask a person for it; what keys are to be;
///     or nil.
///   - importKeychain: the keychain; nil for memory only.
///   - outItems: room for an array of `SecCertificate`, `SecKey` and, of PKCS#12, `SecIdentity`; or
///     nil. Untouched after a failure.
/// - Returns: `errSecSuccess`; `errSecUnknownFormat` for bytes of no known format, `errSecDecode`
///   for broken ones and those that are not what was promised; `errSecUnsupportedFormat` and
///   `errSecUnsupportedKeyFormat` for what is known and not read; `errSecPassphraseRequired` and
///   `errSecAuthFailed` for a missing and a wrong passphrase; `errSecParam` for keys of a type or
///   size that is not here; `errSecDuplicateItem` when one of the items is stored already;
///   `errSecUserCanceled` and `errSecInteractionNotAllowed` where a person is to be asked.
@discardableResult
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?,
    _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let request = try ItemImport(
            importedData, name: fileNameOrExtension, format: inputFormat?.pointee.rawValue ?? 0,
            kind: itemType?.pointee.rawValue ?? 0, keyParams?.pointee.values ?? .init())
        let objects = try request.objects(in: importKeychain)
        inputFormat?.pointee = SecExternalFormat(rawValue: request.format) ?? .formatUnknown
        itemType?.pointee = SecExternalItemType(rawValue: request.kind) ?? .itemTypeUnknown
        outItems?.pointee = objects
    }
}
