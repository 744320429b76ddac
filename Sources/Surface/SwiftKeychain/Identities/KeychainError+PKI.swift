// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI

/// Evaluates a call of PKI and turns its error into a `KeychainError`.
///
///     let certificate = try callPKI(Certificate(der: bytes))
package func callPKI<Result>(
    _ call: @autoclosure () throws -> Result
) throws(KeychainError) -> Result {
    do {
        return try call()
    } catch let error as PKIError {
        throw KeychainError(error)
    } catch {
        throw KeychainError(thrown: error)
    }
}

extension KeychainError {
    /// Makes the error of the keychain that has the meaning, detail and place of an error of PKI.
    package init(_ error: PKIError) {
        self.init(Code(error.code), error.detail, fileID: error.file, line: error.line)
    }
}

extension KeychainError.Code {
    fileprivate init(_ code: PKIError.Code) {
        self =
            switch code {
            case .malformed: .decode
            case .invalidArgument: .parameter
            case .unsupportedAlgorithm: .unimplemented
            case .unsupportedKey: .unsupportedKeyFormat
            case .unsupportedFormat: .unsupportedFormat
            case .unknownFormat: .unknownFormat
            case .passphraseRequired: .passphraseRequired
            case .wrongPassphrase: .authenticationFailed
            case .wrongSignature: .verifyFailed
            case .unknownPolicy: .policyNotFound
            case .malformedTrustSettings: .invalidTrustSettings
            case .external(let status): Self(rawValue: status)
            case .noMemory: .allocation
            case .libraryFailure: .internalComponent
            }
    }

    /// The format is known, but can't be read or written.
    public static let unsupportedFormat = Self(rawValue: -25256)
    /// The format of a file isn't recognized.
    public static let unknownFormat = Self(rawValue: -25257)
    /// A passphrase is needed and none was given.
    public static let passphraseRequired = Self(rawValue: -25260)
    /// A file holds several private keys where only one is allowed.
    public static let severalPrivateKeys = Self(rawValue: -25259)
    /// The type of a key isn't supported.
    public static let unsupportedKeyFormat = Self(rawValue: -67734)
}

// The statuses of trust.
extension KeychainError.Code {
    public static let certificateExpired = Self(rawValue: TrustRule.expired.status)
    public static let certificateNotValidYet = Self(rawValue: TrustRule.notYetValid.status)
    public static let validityTooLong = Self(rawValue: TrustRule.validityTooLong.status)
    public static let invalidDigestAlgorithm = Self(rawValue: TrustRule.algorithmsDisagree.status)
    public static let duplicateExtension = Self(rawValue: TrustRule.repeatedExtension.status)
    public static let unknownCriticalExtension = Self(
        rawValue: TrustRule.unknownCriticalExtension.status)
    public static let invalidSubjectName = Self(rawValue: TrustRule.emptySubject.status)
    public static let unsupportedKeySize = Self(rawValue: TrustRule.weakKey.status)
    public static let createChainFailed = Self(rawValue: TrustRule.missingIssuer.status)
    public static let notTrusted = Self(rawValue: TrustRule.untrustedRoot.status)
    public static let notSigner = Self(rawValue: TrustRule.wrongSignature.status)
    public static let invalidLinkage = Self(rawValue: TrustRule.wrongLinkage.status)
    public static let noBasicConstraints = Self(rawValue: TrustRule.noBasicConstraints.status)
    public static let notAnAuthority = Self(rawValue: TrustRule.notAnAuthority.status)
    public static let pathLengthExceeded = Self(rawValue: TrustRule.pathTooLong.status)
    public static let keyUsageForPolicy = Self(rawValue: TrustRule.signingNotAllowed.status)
    public static let nameNotAllowed = Self(rawValue: TrustRule.nameNotAllowed.status)
    public static let policyNotAllowed = Self(rawValue: TrustRule.policyNotAllowed.status)
    public static let hostNameMismatch = Self(rawValue: TrustRule.hostName.status)
    public static let mailAddressNotFound = Self(rawValue: TrustRule.mailAddress.status)
    public static let noMailAddress = Self(rawValue: TrustRule.noMailAddress.status)
    public static let invalidExtendedKeyUsage = Self(rawValue: TrustRule.extendedKeyUsage.status)
    public static let extendedKeyUsageNotCritical = Self(
        rawValue: TrustRule.purposeNotCritical.status)
    public static let certificateRevoked = Self(rawValue: TrustRule.revoked.status)
    public static let certificateSuspended = Self(rawValue: TrustRule.suspended.status)
    public static let incompleteRevocationCheck = Self(rawValue: TrustRule.revocationUnknown.status)
    public static let trustSettingDeny = Self(rawValue: TrustRule.denied.status)
    public static let policyNotFound = Self(rawValue: -25241)
    public static let trustNotAvailable = Self(rawValue: -25245)
    public static let invalidTrustSetting = Self(rawValue: -25242)
    public static let invalidTrustSettings = Self(rawValue: -25262)
    public static let noTrustSettings = Self(rawValue: -25263)
}

extension TrustEvaluation {
    /// The error of the weightiest problem; nil for a trusted chain.
    public var error: KeychainError? {
        problems.first.map { KeychainError(.init(rawValue: $0.rule.status), sentence($0)) }
    }
}
