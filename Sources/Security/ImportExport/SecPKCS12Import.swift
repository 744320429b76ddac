import SwiftKeychainModel

/// Reads the identities and certificates of a PKCS#12 file, and stores them in a keychain.
///
/// What is stored already stays as it is. All is stored, or nothing.
///
/// - Parameters:
///   - pkcs12_data: at most 16 MiB.
///   - options: `kSecImportExportPassphrase`, a string (without one the empty passphrase is tried);
///     `kSecImportToMemoryOnly` to store nothing; `kSecImportExportKeychain`, where it is not the
///     default keychain. `kSecImportExportAccess` is refused with `errSecUnimplemented`.
///   - items: room for an array of dictionaries; untouched after a failure. Each identity has one,
///     with `kSecImportItemIdentity`, `kSecImportItemCertChain` (the certificate, and those of the
///     file that issued it), `kSecImportItemTrust` (which evaluates that chain by basic X.509 when it
///     is asked), `kSecImportItemKeyID` (the SHA-1 hash of the public key) and
///     `kSecImportItemLabel`. Certificates that belong to no identity share one that has only
///     `kSecImportItemCertChain`.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong or missing passphrase; `errSecDecode`
///   for what is no PKCS#12; `errSecParam` for a key of a type or size that is not here;
///   `errSecInternal` for encryption that is not here, or would take too long.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        items.pointee = try IdentityImport(pkcs12_data, options).dictionaries()
    }
}
