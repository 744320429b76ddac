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
        var failure: KeychainError?
        if let properties {
            DictionaryEntries(properties).forEachEntry { key, value in
                do throws(KeychainError) {
                    try read(key, value, &names, &isClient, &flags)
                } catch { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return SecPolicy(
            try callPKI(
                TrustPolicy.named(
                    identifier, names: names, isClient: isClient, revocation: flags)))
    }

    private static func read(
        _ key: AnyObject?, _ value: AnyObject?, _ names: inout [String], _ isClient: inout Bool,
        _ flags: inout RevocationFlags
    ) throws(KeychainError) {
        guard let key = key.flatMap({ CFValue($0).text }), let value else {
            throw KeychainError(.parameter, "policy: a property without name or value")
        }
        switch key {
        // A caller may pass what SecPolicyCopyProperties returned.
        case "SecPolicyOid": break
        case "SecPolicyName":
            for element in CFValue(value).elements {
                guard let name = element.flatMap({ CFValue($0).text }) else {
                    throw KeychainError(.parameter, "kSecPolicyName: not a string")
                }
                names.append(name)
            }
        case "SecPolicyClient":
            guard let flag = CFValue(value).boolean else {
                throw KeychainError(.parameter, "kSecPolicyClient: not a boolean")
            }
            isClient = flag
        case "SecPolicyRevocationFlags":
            guard let number = CFValue(value).integer.flatMap(UInt.init(exactly:)) else {
                throw KeychainError(.parameter, "kSecPolicyRevocationFlags: not a number")
            }
            flags = try revocationFlags(number)
        default: throw KeychainError(.parameter, "policy: an unknown property")
        }
    }

    /// Makes the policy of revocation.
    ///
    /// - Throws: `parameter` for no bits and for unknown bits.
    static func revocation(_ bits: UInt) throws(KeychainError) -> SecPolicy {
        SecPolicy(TrustPolicy(.revocation, revocation: try revocationFlags(bits)))
    }

    /// Reads the flags of a revocation policy, of which at least one must be set and none unknown.
    private static func revocationFlags(_ bits: UInt) throws(KeychainError) -> RevocationFlags {
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
