// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

// The rules for records that a user describes on a command line.
extension TrustSettingsRecord {
    /// Returns a record for each combination of policy, string and allowed error, with the rest of this one.
    package func combined(
        _ policies: [String], _ strings: [String], _ errors: [Int32]
    ) -> [TrustSettingsRecord] {
        func orNone<Value>(_ values: [Value]) -> [Value?] { values.isEmpty ? [nil] : values }
        return orNone(policies).flatMap { policy in
            orNone(strings).flatMap { string in
                orNone(errors).map { error in
                    TrustSettingsRecord(
                        result: result, policy: policy, policyString: string, allowedError: error,
                        keyUsage: keyUsage)
                }
            }
        }
    }

    /// Reads an allowed error: two names that Apple's command knows, or a status; nil for any other word.
    package static func allowedError(_ word: [UInt8]) -> Int32? {
        switch String(decoding: word, as: UTF8.self) {
        case "certExpired": KeychainError.Code.certificateExpired.rawValue
        case "hostnameMismatch": KeychainError.Code.hostNameMismatch.rawValue
        default: Int32(option: word)
        }
    }

    /// Rejects a result that doesn't fit the certificate: a root is its own issuer.
    package func check(for certificate: Certificate) throws(WordFault) {
        let isRoot = certificate.isSelfIssued
        if result == .trustRoot, !isRoot {
            throw .message("the certificate isn't a root; use -r trustAsRoot to end chains with it")
        }
        if result == .trustAsRoot, isRoot {
            throw .message("the certificate is a root; use -r trustRoot to trust it")
        }
    }

    /// Rejects conditions: the system trusts a root for everything, or not at all.
    ///
    /// - Throws: `message` for results other than `trustRoot`, conditions, and policies other than ssl and basic.
    package func checkForSystem() throws(WordFault) {
        guard result == .trustRoot, policyString == nil, allowedError == nil, keyUsage == nil else {
            throw .message("-d: only -r trustRoot, without -s, -e and -u, is possible")
        }
        guard let policy else { return }
        let kind = (try? TrustPolicy.named(policy))?.kind
        guard kind == .ssl || kind == .basic else {
            throw .message("-d: only -p ssl and -p basic are possible")
        }
    }
}
