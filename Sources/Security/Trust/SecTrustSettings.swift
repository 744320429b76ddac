import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

// The trust settings of a person lie in the default keychain. An administrator's do not exist here;
// those of the system are its anchors, and nothing is said of them besides.

/// Says of a certificate whether and for what it is trusted, in place of what was said before.
///
/// - Parameters:
///   - domain: `.user`.
///   - trustSettingsDictOrArray: a dictionary or an array of several, with the `kSecTrustSettings…`
///     keys; nil: a root is trusted for everything.
/// - Returns: `errSecSuccess`; `errSecParam` for unknown keys, values of the wrong type, and a result
///   the certificate cannot have (`trustRoot` is for certificates that name themselves as their
///   issuer, `trustAsRoot` for others); `errSecUnimplemented` for another domain, and for
///   `kSecTrustSettingsApplication`; and what adding an item answers.
@discardableResult
public func SecTrustSettingsSetTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ trustSettingsDictOrArray: CFTypeRef?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let certificate = certRef.certificate
        let records = try TrustSettingsRecord.records(trustSettingsDictOrArray, of: certificate)
        try domain.requireUser()
        try Keychain.login.setTrustSettings(records, of: certificate)
    }
}

/// Gives what was said of a certificate: an array of dictionaries, which is empty for a root that is
/// trusted for everything.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where nothing was said.
@discardableResult
public func SecTrustSettingsCopyTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try domain.requireSettings()
        let stored = try Keychain.login.trustSettings(of: certRef.certificate)
        trustSettings.pointee = stored.records.map(\.object) as NSArray
    }
}

/// Forgets what was said of a certificate.
///
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` where nothing was said;
///   `errSecUnimplemented` for another domain than `.user`.
@discardableResult
public func SecTrustSettingsRemoveTrustSettings(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try domain.requireUser()
        try Keychain.login.removeTrustSettings(of: certRef.certificate)
    }
}

/// Gives the certificates of which something was said; in the domain `.system`, its anchors.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where there are none.
@discardableResult
public func SecTrustSettingsCopyCertificates(
    _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let certificates: [Certificate]
        if domain == .system {
            certificates = TrustRequest.systemAnchors()
        } else {
            try domain.requireSettings()
            certificates = try Keychain.login.storedTrustSettings().map(\.certificate)
        }
        guard !certificates.isEmpty else { throw domain.nothing }
        certArray?.pointee = certificates.map(SecCertificate.init) as NSArray
    }
}

/// Gives when something was last said of a certificate.
///
/// - Returns: `errSecSuccess`, or `errSecNoTrustSettings` where nothing was said.
@discardableResult
public func SecTrustSettingsCopyModificationDate(
    _ certRef: SecCertificate, _ domain: SecTrustSettingsDomain,
    _ modificationDate: UnsafeMutablePointer<CFDate?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try domain.requireSettings()
        let stored = try Keychain.login.trustSettings(of: certRef.certificate)
        modificationDate.pointee = stored.modificationDate.map {
            CFDate(timeIntervalSinceReferenceDate: $0)
        }
    }
}

extension SecTrustSettingsDomain {
    fileprivate var nothing: KeychainError {
        KeychainError(.noTrustSettings, "trust settings: there are none in this domain")
    }

    /// Refuses to write where nothing can be written.
    fileprivate func requireUser() throws(KeychainError) {
        guard self == .user else {
            throw KeychainError(
                .unimplemented, "trust settings: only those of the user can be changed")
        }
    }

    /// Tells that nothing is said in the other domains.
    fileprivate func requireSettings() throws(KeychainError) {
        guard self == .user else { throw nothing }
    }
}
