// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

extension TrustSettingsRecord {
    private enum Key: String, CaseIterable {
        case result = "kSecTrustSettingsResult"
        case policy = "kSecTrustSettingsPolicy"
        /// A second name of the policy; its identifier already determines it.
        case policyName = "kSecTrustSettingsPolicyName"
        case policyString = "kSecTrustSettingsPolicyString"
        case allowedError = "kSecTrustSettingsAllowedError"
        case keyUsage = "kSecTrustSettingsKeyUsage"
    }

    /// macOS names both errors by the numbers of CSSM.
    private static let errors: [(here: Int32, there: Int32)] = [
        (KeychainError.Code.certificateExpired.rawValue, -2_147_409_654),
        (KeychainError.Code.hostNameMismatch.rawValue, -2_147_408_896),
    ]

    /// The record as it is written to a file.
    var propertyList: PropertyList {
        var entries: [Key: PropertyList] = [:]
        // A root is trusted where nothing else is said.
        if result != .trustRoot { entries[.result] = .integer(Int64(result.rawValue)) }
        // A policy that is no identifier is refused when it is read, since without the key the record would be for all.
        entries[.policy] = policy.map { policy in
            OID(text: policy).map { .data(Array($0.octets)) } ?? .string(policy)
        }
        entries[.policyString] = policyString.map { .string($0) }
        entries[.allowedError] = allowedError.map { error in
            .integer(Int64(Self.errors.first { $0.here == error }?.there ?? error))
        }
        entries[.keyUsage] = keyUsage.map { .integer($0 == .max ? -1 : Int64($0)) }
        return .dictionary(Dictionary(uniqueKeysWithValues: entries.map { ($0.rawValue, $1) }))
    }

    /// Reads a record of a file.
    ///
    /// - Throws: `invalidTrustSettings` for a key or value that is not understood.
    init(propertyList: PropertyList) throws(KeychainError) {
        guard let entries = propertyList.dictionary,
            entries.keys.allSatisfy({ Key(rawValue: $0) != nil })
        else { throw TrustSettingsFile.invalid("they can't be read") }
        func value<Value>(
            _ key: Key, _ read: (PropertyList) -> Value?
        ) throws(KeychainError) -> Value? {
            guard let entry = entries[key.rawValue] else { return nil }
            guard let value = read(entry) else {
                throw TrustSettingsFile.invalid("they can't be read")
            }
            return value
        }
        self.init()
        if let number = try value(.result, { $0.integer.flatMap { UInt32(exactly: $0) } }) {
            guard let known = Result(rawValue: number) else {
                throw TrustSettingsFile.invalid("a result that is not understood")
            }
            result = known
        }
        if let octets = try value(.policy, \.data) {
            let identifier = try callPKI(OID(content: octets))
            guard OID(text: identifier.description) == identifier else {
                throw TrustSettingsFile.invalid("a policy that is not understood")
            }
            policy = identifier.description
        }
        policyString = try value(.policyString, \.string)
        allowedError = try value(.allowedError) { $0.integer.flatMap { Int32(exactly: $0) } }
            .map { error in Self.errors.first { $0.there == error }?.here ?? error }
        if let number = try value(.keyUsage, \.integer) {
            guard let bits = number == -1 ? .max : UInt32(exactly: number) else {
                throw TrustSettingsFile.invalid("key usage of more than 32 bits")
            }
            keyUsage = bits
        }
    }
}
