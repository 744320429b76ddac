// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI

// Records of trust settings as dictionaries, whose keys are the names of the constants.
extension TrustSettingsRecord {
    /// Reads nil (one record without conditions), a dictionary or an array of them.
    ///
    /// - Throws: `parameter` for other objects, unknown keys and values of the wrong type, and for
    ///   a result that the certificate cannot have: only a certificate that names itself as its
    ///   issuer can be trusted as a root, only others as if they were one. `unimplemented` for a
    ///   condition on programs.
    static func records(
        _ object: AnyObject?, of certificate: Certificate
    ) throws(KeychainError) -> [TrustSettingsRecord] {
        var records: [TrustSettingsRecord] = []
        let refusal = KeychainError(.parameter, "trust settings: not a dictionary")
        for dictionary in try CFValue.list(object, or: refusal, { $0 as? NSDictionary }) {
            records.append(try TrustSettingsRecord(dictionary))
        }
        let isRoot = certificate.issuer == certificate.subject
        let results = records.isEmpty ? [.trustRoot] : records.map(\.result)
        for result in results {
            guard result != (isRoot ? .trustAsRoot : .trustRoot) else {
                throw KeychainError(
                    .parameter,
                    isRoot
                        ? "kSecTrustSettingsResult: a root can't be trusted as if it were one"
                        : "kSecTrustSettingsResult: the certificate is no root")
            }
        }
        return records
    }

    private init(_ dictionary: NSDictionary) throws(KeychainError) {
        self.init()
        let refusal = KeychainError(.parameter, "trust settings: a key or value is missing")
        for (key, value) in try CFValue.entries(of: dictionary, or: refusal) {
            try read(key, value)
        }
    }

    private mutating func read(_ key: String, _ value: AnyObject) throws(KeychainError) {
        let number = CFValue(value).integer
        switch key {
        case "kSecTrustSettingsPolicy":
            guard let object = value as? SecPolicy else {
                throw KeychainError(.parameter, "\(key): not a SecPolicy")
            }
            policy = object.policy.identifier
        case "kSecTrustSettingsPolicyString":
            guard let text = CFValue(value).text, !text.isEmpty else {
                throw KeychainError(.parameter, "\(key): not a string")
            }
            policyString = text
        case "kSecTrustSettingsAllowedError":
            guard let status = number.flatMap(Int32.init(exactly:)) else {
                throw KeychainError(.parameter, "\(key): not a status")
            }
            allowedError = status
        case "kSecTrustSettingsKeyUsage":
            // -1, as a signed number, means every use.
            guard let bits = number.flatMap(Self.usage) else {
                throw KeychainError(.parameter, "\(key): not a number of 32 bits")
            }
            keyUsage = bits
        case "kSecTrustSettingsResult":
            guard let known = number.flatMap(UInt32.init(exactly:)).flatMap(Result.init) else {
                throw KeychainError(.parameter, "\(key): not a result")
            }
            result = known
        case "kSecTrustSettingsApplication":
            throw KeychainError(.unimplemented, "\(key): conditions on programs are not supported")
        default:
            // Ignoring a condition would widen the record.
            throw KeychainError(.parameter, "trust settings: an unknown key")
        }
    }

    private static func usage(_ number: Int64) -> UInt32? {
        number == -1 ? .max : UInt32(exactly: number)
    }

    /// The record as a dictionary; the result that trusts a root is the default and left out.
    var object: NSDictionary {
        let object = NSMutableDictionary()
        if let policy = policy.flatMap({ try? TrustPolicy.named($0) }) {
            object["kSecTrustSettingsPolicy" as NSString] = SecPolicy(policy)
        }
        if let policyString {
            object["kSecTrustSettingsPolicyString" as NSString] = policyString as NSString
        }
        if let allowedError {
            object["kSecTrustSettingsAllowedError" as NSString] = NSNumber(value: allowedError)
        }
        if let keyUsage {
            object["kSecTrustSettingsKeyUsage" as NSString] = NSNumber(value: keyUsage)
        }
        if result != .trustRoot {
            object["kSecTrustSettingsResult" as NSString] = NSNumber(value: result.rawValue)
        }
        return object
    }
}
