// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// The password calls of C's manner: pointers and lengths.
@Suite struct KeychainPasswordTests {
    private let test = TestKeychain()

    private func add(
        _ service: String, _ account: String, _ password: [UInt8], in keychain: SecKeychain? = nil
    ) -> (OSStatus, SecKeychainItem?) {
        var item: SecKeychainItem?
        let status = SecKeychainAddGenericPassword(
            keychain, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
            UInt32(password.count), password, &item)
        return (status, item)
    }

    private func find(
        _ service: String, _ account: String, in keychains: CFTypeRef? = nil
    ) -> (OSStatus, [UInt8]?) {
        var length: UInt32 = 99
        var data: UnsafeMutableRawPointer?
        let status = SecKeychainFindGenericPassword(
            keychains, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
            &length, &data, nil)
        guard let data else {
            #expect(length == 99)
            return (status, nil)
        }
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
        #expect(SecKeychainItemFreeContent(nil, data) == errSecSuccess)
        return (status, bytes)
    }

    @Test(arguments: [[], [0], Array("pass word".utf8), Array(0...255)])
    func aPasswordComesBack(password: [UInt8]) {
        test.here {
            #expect(add("s", "a", password).0 == errSecSuccess)
            #expect(find("s", "a") == (errSecSuccess, password))
            #expect(find("s", "") == (errSecSuccess, password))
            #expect(find("", "") == (errSecSuccess, password))
            #expect(find("s", "b") == (errSecItemNotFound, nil))
            #expect(add("s", "a", password).0 == errSecDuplicateItem)
            #expect(add("s", "b", password).0 == errSecSuccess)
        }
    }

    @Test func itIsAnItemLikeAnyOther() throws {
        try test.here {
            #expect(add("s", "a", [1, 2]).0 == errSecSuccess)
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: "a",
                kSecReturnData: true, kSecReturnAttributes: true,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? [String: Any])
            #expect(found[kSecValueData as String] as? Data == Data([1, 2]))
            #expect(found[kSecAttrLabel as String] as? String == "s")
        }
    }

    @Test func namesThatAreNoTextAreBytes() {
        test.here {
            let name: [CChar] = [
                CChar(truncatingIfNeeded: 0xff), 0, CChar(truncatingIfNeeded: 0x80),
            ]
            #expect(
                SecKeychainAddGenericPassword(nil, 3, name, 0, nil, 1, "x", nil) == errSecSuccess)
            #expect(
                SecKeychainFindGenericPassword(nil, 3, name, 0, nil, nil, nil, nil)
                    == errSecSuccess)
            #expect(
                SecKeychainFindGenericPassword(nil, 1, name, 0, nil, nil, nil, nil)
                    == errSecItemNotFound)
        }
    }

    @Test func argumentsThatMeanNothing() {
        test.here {
            var data: UnsafeMutableRawPointer?
            var length: UInt32 = 0
            let tooLong = UInt32(Limits.attributeBytes + 1)
            #expect(SecKeychainAddGenericPassword(nil, 1, nil, 0, nil, 0, "", nil) == errSecParam)
            #expect(SecKeychainAddGenericPassword(nil, 0, nil, 1, nil, 0, "", nil) == errSecParam)
            #expect(SecKeychainAddGenericPassword(nil, 0, nil, 0, nil, 1, nil, nil) == errSecParam)
            #expect(
                SecKeychainAddGenericPassword(nil, 0, nil, 0, nil, .max, "x", nil) == errSecParam)
            #expect(
                SecKeychainAddGenericPassword(nil, tooLong, "x", 0, nil, 0, "", nil) == errSecParam)
            #expect(
                SecKeychainAddInternetPassword(
                    nil, .max, "x", 0, nil, 0, nil, 0, nil, 0, .any, .any, 0, "", nil)
                    == errSecParam)
            #expect(
                SecKeychainFindGenericPassword(nil, 1, nil, 0, nil, &length, &data, nil)
                    == errSecParam)
            #expect(add("s", "a", [1]).0 == errSecSuccess)
            #expect(
                SecKeychainFindGenericPassword(nil, 0, nil, 0, nil, nil, &data, nil) == errSecParam)
            #expect(
                SecKeychainFindGenericPassword("x" as NSString, 0, nil, 0, nil, &length, &data, nil)
                    == errSecParam)
            #expect(data == nil)
            // A length of its own is told without the password.
            #expect(
                SecKeychainFindGenericPassword(nil, 0, nil, 0, nil, &length, nil, nil)
                    == errSecSuccess)
            #expect(length == 1)
        }
    }

    @Test func internetPasswordsAreTheItemsOfSecItem() throws {
        test.here {
            let host = "host.example"
            func add(_ port: UInt16) -> OSStatus {
                SecKeychainAddInternetPassword(
                    nil, UInt32(host.utf8.count), host, 5, "realm", 2, "me", 2, "/p", port, .HTTPS,
                    .httpBasic, 3, "abc", nil)
            }
            func find(
                _ server: String, _ port: UInt16, _ type: SecProtocolType,
                _ authentication: SecAuthenticationType
            ) -> OSStatus {
                SecKeychainFindInternetPassword(
                    nil, UInt32(server.utf8.count), server, 0, nil, 0, nil, 0, nil, port, type,
                    authentication, nil, nil, nil)
            }
            #expect(add(443) == errSecSuccess)
            #expect(add(443) == errSecDuplicateItem)
            #expect(add(0) == errSecSuccess)
            #expect(find(host, 443, .HTTPS, .httpBasic) == errSecSuccess)
            #expect(find("", 0, .any, .any) == errSecSuccess)
            #expect(find(host, 444, .any, .any) == errSecItemNotFound)
            #expect(find(host, 0, .HTTP, .any) == errSecItemNotFound)
            #expect(find(host, 0, .any, .default) == errSecItemNotFound)
            #expect(find("other", 0, .any, .any) == errSecItemNotFound)
            let query: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrServer: host, kSecAttrPort: 443,
                kSecAttrSecurityDomain: "realm", kSecAttrPath: "/p", kSecAttrAccount: "me",
                kSecAttrProtocol: kSecAttrProtocolHTTPS,
                kSecAttrAuthenticationType: kSecAttrAuthenticationTypeHTTPBasic,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
        }
    }

    @Test func keychainsAreAskedInTheirOrder() throws {
        try test.here {
            let second = try secondKeychain()
            #expect(add("s", "a", [1]).0 == errSecSuccess)
            #expect(add("s", "a", [2], in: second).0 == errSecSuccess)
            #expect(find("s", "a") == (errSecSuccess, [1]))
            #expect(find("s", "a", in: second) == (errSecSuccess, [2]))
            var login: SecKeychain?
            #expect(SecKeychainCopyDefault(&login) == errSecSuccess)
            let both = [second, try #require(login)] as NSArray
            #expect(find("s", "a", in: both) == (errSecSuccess, [2]))
            #expect(find("s", "a", in: NSArray()) == (errSecItemNotFound, nil))
            // A reference knows where its item lies.
            let item = try #require(add("t", "a", [3], in: second).1)
            var keychain: SecKeychain?
            #expect(SecKeychainItemCopyKeychain(item, &keychain) == errSecSuccess)
            #expect(keychain == second)
            #expect(SecKeychainItemDelete(item) == errSecSuccess)
            #expect(SecKeychainItemDelete(item) == errSecItemNotFound)
            #expect(find("t", "a", in: second) == (errSecItemNotFound, nil))
        }
    }

    @Test func persistentReferences() throws {
        try test.here {
            let second = try secondKeychain()
            let item = try #require(add("s", "a", [1], in: second).1)
            var data: CFData?
            #expect(SecKeychainItemCreatePersistentReference(item, &data) == errSecSuccess)
            let reference = try #require(data)
            var found: SecKeychainItem?
            #expect(
                SecKeychainItemCopyFromPersistentReference(reference, &found) == errSecSuccess)
            #expect(found == item)
            var keychain: SecKeychain?
            #expect(
                SecKeychainItemCopyKeychain(try #require(found), &keychain) == errSecSuccess)
            #expect(keychain == second)
            var none: SecKeychainItem?
            for bytes in [Data(), Data(count: 20), (reference as Data) + [0]] {
                #expect(
                    SecKeychainItemCopyFromPersistentReference(bytes as CFData, &none)
                        == errSecParam)
            }
            #expect(SecKeychainItemDelete(item) == errSecSuccess)
            #expect(
                SecKeychainItemCopyFromPersistentReference(reference, &none)
                    == errSecItemNotFound)
            #expect(none == nil)
        }
    }
}
