// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import Testing

@Suite struct ConstantTests {
    @Test func everyConstantEqualsTheTable() throws {
        let strings = Dictionary(uniqueKeysWithValues: stringConstants)
        let numbers = Dictionary(uniqueKeysWithValues: numericConstants)
        let rows = try DataTable("constants.tsv").rows
        #expect(rows.count == strings.count + numbers.count)
        for row in rows {
            let name = try #require(row["name"])
            let value = try #require(row["value"])
            if row["group"]?.hasPrefix("enum ") == true {
                #expect(numbers[name] == DataTable.number(value), "\(name)")
            } else {
                #expect(strings[name] == value, "\(name)")
            }
        }
    }

    @Test func everyConstantHasADescription() throws {
        for row in try DataTable("constants.tsv").rows {
            #expect(row["doc"]?.hasSuffix(".") == true, "\(row["name"] ?? "")")
        }
    }

    @Test func constantsAreNativeStrings() {
        #expect(String(kSecClass) == "class")
        #expect(kSecClass as String == "class")
        #expect(type(of: kSecAttrAccount) == NSString.self)
    }

    @Test func constantsEqualStringsInHashedContainers() {
        #expect(AnyHashable(kSecAttrAccount) == AnyHashable("acct"))
        let query: [AnyHashable: Any] = [kSecAttrAccount: "me"]
        #expect(query["acct"] as? String == "me")
        let spelt: [CFString: Any] = [kSecClass: kSecClassKey]
        #expect(spelt[NSString(string: "class")] as? String == "keys")
    }

    @Test func swiftDictionariesBridge() throws {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecReturnData as String: kCFBooleanTrue!,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecValueData as String: Data([1, 2, 3]),
            kSecAttrAccount as String: "me",
        ]
        let dictionary = query as CFDictionary
        #expect(dictionary[kSecClass] as? String == "genp")
        #expect(dictionary["v_Data"] as? Data == Data([1, 2, 3]))
        #expect(dictionary[kSecReturnData] as? Bool == true)
        let result: CFTypeRef? = dictionary
        #expect((result as? [String: Any])?["acct"] as? String == "me")
        let array: CFTypeRef = [query, query] as CFArray
        #expect((array as? [[String: Any]])?.count == 2)
    }

    @Test func spellingsOfTheEnumerations() {
        #expect(SecExternalFormat.formatOpenSSL.rawValue == 1)
        #expect(SecPadding.PKCS1SHA256.rawValue == 0x8004)
        #expect(SecProtocolType.HTTPS.rawValue == 0x6874_7073)
        #expect(SecAuthenticationType.default != SecAuthenticationType.httpBasic)
        #expect(SecKeySizes.secAES192.rawValue == 192)
        #expect(SecTrustResultType(rawValue: 4) == .unspecified)
        #expect(SecTrustSettingsResult.trustRoot.rawValue == 1)
        #expect(kSecRevocationUseAnyAvailableMethod == 3)
        let algorithm: SecKeyAlgorithm = .rsaSignatureMessagePKCS1v15SHA256
        #expect(algorithm == kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256)
        #expect(algorithm.rawValue as String == "algid:sign:RSA:message-PKCS1v15:SHA256")
        #expect(SecKeyKeyExchangeParameter.sharedInfo.rawValue as String == "sharedInfo")
        let flags: SecAccessControlCreateFlags = [.privateKeyUsage, .touchIDAny]
        #expect(flags.rawValue == 0x4000_0002)
    }
}
