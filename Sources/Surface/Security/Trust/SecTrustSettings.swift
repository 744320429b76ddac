// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

// The user's trust settings are stored in the user's own keychain. There are no settings of an
// administrator; those of the system are its anchors.

/// Replaces the trust settings of a certificate.
///
/// - Parameters:
///   - domain: `.user`.
///   - trustSettingsDictOrArray: a dictionary or an array of several, with the `kSecTrustSettings…`
///     keys; nil trusts a root for everything.
/// - Returns: `errSecSuccess`; `errSecParam` for unknown keys, values of the wrong type, and a
///   result the certificate cannot have (`trustRoot` is for certificates that name themselves as
///   their issuer, `trustAsRoot` for others); `errSecUnimplemented` for another domain, and for
///   `kSecTrustSettingsApplication`; and the statuses of adding an item.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
    LastError.status {
        let certificate = certRef.certificate
        let records = try TrustSettingsRecord.records(trustSettingsDictOrArray, of: certificate)
        try domain.requireUser()
        try Keychain.login.setTrustSettings(records, of: certificate)
    }
}

/// Returns the trust settings of a certificate: an array of dictionaries, which is empty for a root
/// that is trusted for everything.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where it has none.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status {
        try domain.requireSettings()
        let stored = try Keychain.login.trustSettings(of: certRef.certificate)
        trustSettings.pointee = stored.records.map(\.object) as NSArray
    }
}

/// Removes the trust settings of a certificate.
///
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` where it has none; `errSecUnimplemented` for
///   any domain but `.user`.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
    LastError.status {
        try domain.requireUser()
        try Keychain.login.removeTrustSettings(of: certRef.certificate)
    }
}

/// Returns the certificates that have trust settings; for the domain `.system`, its anchors.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where there are none.
@discardableResult
public func SecTrustSettingsCopyCertificates(
    _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    LastError.status {
        let certificates: [Certificate]
        if domain == .system {
            certificates = SystemAnchors.shared.certificates
        } else {
            try domain.requireSettings()
            certificates = try Keychain.login.storedTrustSettings().map(\.certificate)
        }
        guard !certificates.isEmpty else { throw domain.nothing }
        certArray?.pointee = certificates.map(SecCertificate.init) as NSArray
    }
}

/// Returns when the trust settings of a certificate were last changed.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where it has none.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
    LastError.status {
        try domain.requireSettings()
        let stored = try Keychain.login.trustSettings(of: certRef.certificate)
        modificationDate.pointee = stored.modificationDate.map {
            CFDate(timeIntervalSinceReferenceDate: $0)
        }
    }
}

/// Returns the trust settings of the user as a property list of macOS, with the certificates added.
///
/// - Parameter domain: `.user`.
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where there are none.
@discardableResult
public func SecTrustSettingsCreateExternalRepresentation(
    _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status {
        try domain.requireSettings()
        let stored = try Keychain.login.storedTrustSettings()
        if stored.isEmpty { throw domain.nothing }
        trustSettings.pointee = NSData(TrustSettingsFile.write(stored))
    }
}

/// Replaces the trust settings of the certificates in a property list; all others stay.
///
/// - Parameters:
///   - domain: `.user`.
///   - trustSettings: what ``SecTrustSettingsCreateExternalRepresentation(_:_:)`` returned, here or
///     on macOS. Certificates that are not in the list must be stored or be the system's.
/// - Returns: `errSecSuccess`; `errSecUnimplemented` for any domain but `.user`; and the statuses of
///   a list that can't be read or has unknown conditions, which changes nothing.
@discardableResult
public func SecTrustSettingsImportExternalRepresentation(
    _ domain: SecTrustSettingsDomain, _ trustSettings: CFData
) -> OSStatus {
    LastError.status {
        try domain.requireUser()
        try Keychain.login.importTrustSettings([UInt8](trustSettings as Data))
    }
}

extension SecTrustSettingsDomain {
    fileprivate var nothing: KeychainError {
        KeychainError(.noTrustSettings, "trust settings: there are none in this domain")
    }

    /// Checks that the settings of the domain can be changed.
    fileprivate func requireUser() throws(KeychainError) {
        guard self == .user else {
            throw KeychainError(
                .unimplemented, "trust settings: only those of the user can be changed")
        }
    }

    /// Checks that the domain can have settings.
    fileprivate func requireSettings() throws(KeychainError) {
        guard self == .user else { throw nothing }
    }
}
