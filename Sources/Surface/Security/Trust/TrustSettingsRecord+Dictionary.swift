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
        let isRoot = certificate.isSelfIssued
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
        func required<Value>(_ value: Value?, _ rule: String) throws(KeychainError) -> Value {
            guard let value else { throw KeychainError(.parameter, "\(key): \(rule)") }
            return value
        }
        let number = CFValue(value).integer
        switch key {
        case "kSecTrustSettingsPolicy":
            policy = try required(value as? SecPolicy, "not a SecPolicy").identifier
        case "kSecTrustSettingsPolicyString":
            let text = CFValue(value).text.flatMap { $0.isEmpty ? nil : $0 }
            policyString = try required(text, "not a string")
        case "kSecTrustSettingsAllowedError":
            allowedError = try required(number.flatMap(Int32.init(exactly:)), "not a status")
        case "kSecTrustSettingsKeyUsage":
            // -1, as a signed number, means every use.
            let bits = number == -1 ? .max : number.flatMap(UInt32.init(exactly:))
            keyUsage = try required(bits, "not a number of 32 bits")
        case "kSecTrustSettingsResult":
            let known = number.flatMap(UInt32.init(exactly:)).flatMap(Result.init)
            result = try required(known, "not a result")
        case "kSecTrustSettingsApplication":
            throw KeychainError(.unimplemented, "\(key): conditions on programs are not supported")
        default:
            // Ignoring a condition would widen the record.
            throw KeychainError(.parameter, "trust settings: an unknown key")
        }
    }

    /// Returns the policy of an identifier. An unknown one stays a string, which can't be set again, because a record
    /// without the key would be for every policy.
    private static func object(_ policy: String) -> AnyObject {
        guard let known = try? TrustPolicy.named(policy) else { return policy as NSString }
        return SecPolicy(known, identifier: policy)
    }

    /// The record as a dictionary; the result that trusts a root is the default and left out.
    var object: NSDictionary {
        let object = NSMutableDictionary()
        object.setValue(policy.map(Self.object), forKey: "kSecTrustSettingsPolicy")
        object.setValue(policyString, forKey: "kSecTrustSettingsPolicyString")
        object.setValue(allowedError, forKey: "kSecTrustSettingsAllowedError")
        object.setValue(keyUsage, forKey: "kSecTrustSettingsKeyUsage")
        if result != .trustRoot {
            object.setValue(result.rawValue, forKey: "kSecTrustSettingsResult")
        }
        return object
    }
}
