// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI

extension SecPolicy {
    /// Makes a policy from an identifier and properties.
    ///
    /// - Throws: `policyNotFound` for an identifier that is unknown or has no public rules;
    ///   `parameter` for a property of the wrong type and for the team identifier, which belongs to
    ///   such a policy.
    static func make(
        _ identifier: AnyObject, _ properties: NSDictionary?
    ) throws(KeychainError) -> SecPolicy {
        guard let identifier = CFValue(identifier).text else {
            throw KeychainError(.parameter, "policy: the identifier is not a string")
        }
        var (names, isClient, flags): ([String], Bool, RevocationFlags) = ([], false, [])
        let nameless = KeychainError(.parameter, "policy: a property without name or value")
        for (key, value) in try CFValue.entries(of: properties, or: nameless) {
            switch key {
            // A caller may pass what SecPolicyCopyProperties returned.
            case "SecPolicyOid": break
            case "SecPolicyName":
                names = try CFValue.texts(
                    value, or: KeychainError(.parameter, "kSecPolicyName: not a string"))
            case "SecPolicyClient":
                isClient = try CFValue(value).flag("kSecPolicyClient")
            case "SecPolicyRevocationFlags":
                guard let number = CFValue(value).integer.flatMap(UInt.init(exactly:)) else {
                    throw KeychainError(.parameter, "kSecPolicyRevocationFlags: not a number")
                }
                flags = try revocationFlags(number)
            default: throw KeychainError(.parameter, "policy: an unknown property")
            }
        }
        let policy = try callPKI(
            TrustPolicy.named(identifier, names: names, isClient: isClient, revocation: flags))
        return SecPolicy(
            policy, identifier: identifier == policy.kind.rawValue ? nil : identifier)
    }

    /// Reads the flags of a revocation policy.
    ///
    /// - Throws: `parameter` for no bits and for unknown bits.
    static func revocationFlags(_ bits: UInt) throws(KeychainError) -> RevocationFlags {
        let flags = RevocationFlags(rawValue: bits)
        guard bits != 0, RevocationFlags.known.isSuperset(of: flags) else {
            throw KeychainError(.parameter, "revocation flags: none, or unknown bits")
        }
        return flags
    }

    /// The identifier and properties of the policy.
    var properties: NSDictionary {
        let properties = NSMutableDictionary()
        properties["SecPolicyOid" as NSString] = policy.kind.rawValue as NSString
        if policy.names.count == 1 {
            properties["SecPolicyName" as NSString] = policy.names[0] as NSString
        } else if !policy.names.isEmpty {
            properties["SecPolicyName" as NSString] = policy.names.map { $0 as NSString } as NSArray
        }
        if policy.isClient { properties["SecPolicyClient" as NSString] = NSNumber(value: true) }
        if !policy.revocation.isEmpty {
            properties["SecPolicyRevocationFlags" as NSString] = NSNumber(
                value: policy.revocation.rawValue)
        }
        return properties
    }
}
