import SwiftKeychainModel

/// Writes certificates, keys and identities as the bytes of a file.
///
/// - Parameters:
///   - secItemOrArray: a `SecCertificate`, `SecKey` or `SecIdentity`, or an array of them. Keys of a
///     keychain are fetched from it.
///   - outputFormat: the format; `formatUnknown` writes a certificate as DER, a key as OpenSSL does
///     (PKCS#1, SEC 1, SubjectPublicKeyInfo), a symmetric key as its bytes, an identity as PKCS#12,
///     and several items as PEM. Docs/formats.md lists all.
///   - flags: `pemArmour` for PEM text.
///   - keyParams: the passphrase for the formats that encrypt, or `securePassphrase` to ask a person
///     for a new one; or nil.
///   - exportedData: room for the bytes, which lie in locked memory and are wiped when the object
///     goes; untouched after a failure.
/// - Returns: `errSecSuccess`; `errSecPassphraseRequired`; `errSecKeyIsSensitive` for a key that is
///   not extractable, or sensitive where the format does not encrypt it; `errSecUnsupportedFormat`;
///   `errSecParam` for items that the format does not hold; `errSecItemNotFound` for a key that is
///   no longer stored; `errSecUserCanceled` and `errSecInteractionNotAllowed` where a person is to be
///   asked.
@discardableResult
public func SecItemExport(
    _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat,
    _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?,
    _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        exportedData.pointee = try ItemExport.data(
            secItemOrArray, format: outputFormat.rawValue, isArmoured: flags.contains(.pemArmour),
            keyParams?.pointee.values ?? .init())
    }
}
