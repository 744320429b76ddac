// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Makes policies and reads back what they were made of.
@Suite struct SecPolicyTests {
    private func properties(_ policy: SecPolicy?) -> NSDictionary? {
        policy.flatMap { SecPolicyCopyProperties($0) }
    }

    @Test func basic() {
        let policy = SecPolicyCreateBasicX509()
        #expect(properties(policy) == ["SecPolicyOid": "1.2.840.113635.100.1.2"])
        #expect(policy == SecPolicyCreateBasicX509() && CFEqual(policy, SecPolicyCreateBasicX509()))
        #expect(CFGetTypeID(policy) == SecPolicyGetTypeID())
        #expect(policy.description == "<SecPolicy: 1.2.840.113635.100.1.2>")
    }

    @Test func ssl() {
        let host = "www.example.org" as CFString
        #expect(
            properties(SecPolicyCreateSSL(true, host)) == [
                "SecPolicyOid": "1.2.840.113635.100.1.3", "SecPolicyName": "www.example.org",
            ])
        #expect(
            properties(SecPolicyCreateSSL(false, nil)) == [
                "SecPolicyOid": "1.2.840.113635.100.1.3", "SecPolicyClient": true,
            ])
        #expect(SecPolicyCreateSSL(true, host) != SecPolicyCreateSSL(true, nil))
        #expect(SecPolicyCreateSSL(true, nil) != SecPolicyCreateSSL(false, nil))
        // A name may be a secret of the caller's.
        #expect(!SecPolicyCreateSSL(true, host).description.contains("example"))
    }

    @Test func revocation() {
        let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        #expect(
            properties(SecPolicyCreateRevocation(flags)) == [
                "SecPolicyOid": "1.2.840.113635.100.1.21", "SecPolicyRevocationFlags": 9,
            ])
        #expect(SecPolicyCreateRevocation(0) == nil && SecPolicyCreateRevocation(32) == nil)
    }

    @Test func byIdentifier() throws {
        for identifier in [
            kSecPolicyAppleX509Basic, kSecPolicyAppleSSL, kSecPolicyAppleSMIME, kSecPolicyAppleEAP,
            kSecPolicyAppleIPsec, kSecPolicyApplePKINITClient, kSecPolicyApplePKINITServer,
            kSecPolicyAppleCodeSigning, kSecPolicyAppleTimeStamping, kSecPolicyAppleRevocation,
        ] {
            let policy = SecPolicyCreateWithProperties(identifier, nil)
            #expect(properties(policy) == ["SecPolicyOid": identifier as String])
        }
        for (identifier, whole) in [
            (kSecPolicyAppleSSLServer, kSecPolicyAppleSSL),
            (kSecPolicyAppleEAPServer, kSecPolicyAppleEAP),
            (kSecPolicyAppleIPSecServer, kSecPolicyAppleIPsec),
        ] {
            let policy = SecPolicyCreateWithProperties(identifier, nil)
            #expect(policy != nil && policy == SecPolicyCreateWithProperties(whole, nil))
        }
        for (identifier, whole) in [
            (kSecPolicyAppleSSLClient, kSecPolicyAppleSSL),
            (kSecPolicyAppleEAPClient, kSecPolicyAppleEAP),
            (kSecPolicyAppleIPSecClient, kSecPolicyAppleIPsec),
        ] {
            let client = [kSecPolicyClient: true] as CFDictionary
            let policy = SecPolicyCreateWithProperties(identifier, nil)
            #expect(policy != nil && policy == SecPolicyCreateWithProperties(whole, client))
        }
    }

    @Test func rulesThatAreNotPublic() {
        for identifier in [
            kSecPolicyAppleiChat, kSecPolicyAppleIDValidation, kSecPolicyMacAppStoreReceipt,
            kSecPolicyApplePassbookSigning, kSecPolicyApplePayIssuerEncryption,
        ] { #expect(SecPolicyCreateWithProperties(identifier, nil) == nil) }
        #expect(SecPolicyCreateWithProperties("1.2.3" as CFString, nil) == nil)
        #expect(SecPolicyCreateWithProperties(NSNumber(value: 3), nil) == nil)
    }

    @Test func whatTheyAreMadeOf() {
        let all: [CFString: Any] = [
            kSecPolicyName: ["a.example", "b.example"] as NSArray, kSecPolicyClient: true,
        ]
        let policy = SecPolicyCreateWithProperties(kSecPolicyAppleEAP, all as CFDictionary)
        #expect(
            properties(policy) == [
                "SecPolicyOid": "1.2.840.113635.100.1.9", "SecPolicyClient": true,
                "SecPolicyName": ["a.example", "b.example"] as NSArray,
            ])
        // What was given back makes the same policy.
        let again = policy.flatMap {
            SecPolicyCreateWithProperties(kSecPolicyAppleEAP, SecPolicyCopyProperties($0))
        }
        #expect(again == policy)
        for wrong: [CFString: Any] in [
            [kSecPolicyName: 1], [kSecPolicyName: [1] as NSArray], [kSecPolicyClient: "yes"],
            [kSecPolicyRevocationFlags: "1"], [kSecPolicyRevocationFlags: -1],
            [kSecPolicyTeamIdentifier: "team"], ["another" as CFString: 1],
        ] {
            #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, wrong as CFDictionary) == nil)
        }
    }
}
