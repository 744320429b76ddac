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
}

extension TrustEvaluation {
    /// The error of the weightiest problem; nil for a trusted chain.
    public var error: KeychainError? {
        problems.first.map { KeychainError(.init(rawValue: $0.rule.status), sentence($0)) }
    }
}
