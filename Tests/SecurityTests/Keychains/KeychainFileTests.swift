// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Keychain files: made, found in the search list, made the default one, removed.
@Suite struct KeychainFileTests {
    private let test = TestKeychain()

    private func made(_ name: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        try #require(SecKeychainCreate(name, 0, nil, false, nil, &keychain) == errSecSuccess)
        return try #require(keychain)
    }

    private func path(_ keychain: SecKeychain?) -> String {
        var length: UInt32 = 1024
        var buffer = [CChar](repeating: 0, count: 1024)
        #expect(SecKeychainGetPath(keychain, &length, &buffer) == errSecSuccess)
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
    }

    private func list() throws -> [SecKeychain] {
        var list: CFArray?
        try #require(SecKeychainCopySearchList(&list) == errSecSuccess)
        return try #require(list as? [SecKeychain])
    }

    private func item(_ service: String, in keychain: SecKeychain? = nil) -> CFDictionary {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecValueData: Data(service.utf8),
        ]
        if let keychain { item[kSecUseKeychain] = keychain }
        return item as CFDictionary
    }

    private func query(_ service: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
        ]
        return query.merging(more) { $1 } as CFDictionary
    }

    @Test func aNewFileIsSearched() throws {
        try test.here {
            #expect(try list().map(path) == [test.home.databasePath])
            let work = try made("work.keychain")
            #expect(path(work) == test.home.path + "/keychains/work.keychain")
            #expect(try list().map(path) == [test.home.databasePath, path(work)])
            #expect(SecItemAdd(item("w", in: work), nil) == errSecSuccess)
            #expect(SecItemCopyMatching(query("w"), nil) == errSecSuccess)
            var login: SecKeychain?
            #expect(SecKeychainOpen("login.keychain", &login) == errSecSuccess)
            let inLogin = query("w", [kSecMatchSearchList: [try #require(login)]])
            #expect(SecItemCopyMatching(inLogin, nil) == errSecItemNotFound)
            // Updates and deletions go where searches go.
            let change = [kSecAttrComment: "c"] as CFDictionary
            #expect(SecItemUpdate(query("w"), change) == errSecSuccess)
            #expect(SecItemDelete(query("w")) == errSecSuccess)
            #expect(SecItemCopyMatching(query("w"), nil) == errSecItemNotFound)
        }
    }

    @Test func referencesFindTheirItemInWhateverFile() throws {
        try test.here {
            let work = try made("work.keychain")
            var result: CFTypeRef?
            let wanted = try #require(
                item("w", in: work).mutableCopy() as? NSMutableDictionary)
            wanted[kSecReturnPersistentRef] = true
            #expect(SecItemAdd(wanted, &result) == errSecSuccess)
            let reference = try #require(result as? Data)
            let byReference =
                [kSecValuePersistentRef: reference, kSecReturnRef: true] as CFDictionary
            #expect(SecItemCopyMatching(byReference, &result) == errSecSuccess)
            let object = try #require(result)
            #expect(SecItemDelete([kSecValueRef: object] as CFDictionary) == errSecSuccess)
            #expect(SecItemCopyMatching(byReference, nil) == errSecItemNotFound)
        }
    }

    @Test func theDefaultOneTakesWhatIsNotTold() throws {
        try test.here {
            let work = try made("work.keychain")
            #expect(SecItemAdd(item("before"), nil) == errSecSuccess)
            var first: CFTypeRef?
            #expect(
                SecItemCopyMatching(query("before", [kSecReturnRef: true]), &first) == errSecSuccess
            )
            #expect(SecKeychainSetDefault(work) == errSecSuccess)
            var standard: SecKeychain?
            #expect(SecKeychainCopyDefault(&standard) == errSecSuccess)
            #expect(standard == work)
            #expect(path(nil) == path(work))
            #expect(SecItemAdd(item("after"), nil) == errSecSuccess)
            #expect(
                SecItemCopyMatching(query("after", [kSecMatchSearchList: work]), nil)
                    == errSecSuccess)
            // What was found before the change is still found, by its attributes and its reference.
            #expect(SecItemCopyMatching(query("before"), nil) == errSecSuccess)
            let byReference = [kSecValueRef: try #require(first)] as CFDictionary
            #expect(SecItemCopyMatching(byReference, nil) == errSecSuccess)
            #expect(SecKeychainSetDefault(nil) == errSecSuccess)
            #expect(path(nil) == test.home.databasePath)
        }
    }

    @Test func aRemovedFileIsGone() throws {
        try test.here {
            let work = try made("work.keychain")
            #expect(SecItemAdd(item("w", in: work), nil) == errSecSuccess)
            #expect(SecKeychainSetDefault(work) == errSecSuccess)
            #expect(SecKeychainDelete(work) == errSecSuccess)
            #expect(try list().map(path) == [test.home.databasePath])
            #expect(path(nil) == test.home.databasePath)
            let left = try FileManager.default.contentsOfDirectory(
                atPath: test.home.path + "/keychains")
            #expect(!left.contains { $0.hasPrefix("work") })
            #expect(SecItemAdd(item("w", in: work), nil) == errSecNoSuchKeychain)
            #expect(SecKeychainDelete(work) == errSecNoSuchKeychain)
            #expect(SecKeychainDelete(nil) == errSecInvalidKeychain)
            // A new one of that name holds nothing of the old one.
            #expect(path(try made("work.keychain")) == path(work))
            #expect(SecItemCopyMatching(query("w"), nil) == errSecItemNotFound)
            #expect(SecItemAdd(item("w", in: work), nil) == errSecSuccess)
        }
    }

    @Test func whatIsNoKeychainIsLeftAlone() throws {
        try test.here {
            let file = test.home.path + "/thesis"
            let text = Data(repeating: 0x61, count: 8192)
            try text.write(to: URL(fileURLWithPath: file))
            var keychain: SecKeychain?
            #expect(SecKeychainOpen(file, &keychain) == errSecSuccess)
            var status: SecKeychainStatus = 0
            #expect(SecKeychainGetStatus(keychain, &status) == errSecInvalidKeychain)
            #expect(SecKeychainDelete(keychain) == errSecInvalidKeychain)
            #expect(SecKeychainSetDefault(keychain) == errSecInvalidKeychain)
            let given = try #require(keychain)
            #expect(SecItemAdd(item("w", in: given), nil) == errSecInvalidKeychain)
            #expect(
                SecKeychainCreate(file, 0, nil, false, nil, &keychain) == errSecDuplicateKeychain)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
            let beside = try FileManager.default.contentsOfDirectory(atPath: test.home.path)
            #expect(beside.filter { $0.hasPrefix("thesis") } == ["thesis"])
        }
    }

    @Test func argumentsThatMeanNothing() throws {
        test.here {
            var keychain: SecKeychain?
            #expect(SecKeychainCreate("", 0, nil, false, nil, &keychain) == errSecParam)
            #expect(SecKeychainCreate("a", 3, nil, false, nil, &keychain) == errSecParam)
            #expect(SecKeychainCreate("a", .max, "x", false, nil, &keychain) == errSecParam)
            #expect(SecKeychainCreate("a/", 0, nil, false, nil, &keychain) == errSecParam)
            #expect(SecKeychainCreate("a\n", 0, nil, false, nil, &keychain) == errSecParam)
            #expect(
                SecKeychainCreate("a", 0, nil, true, nil, &keychain)
                    == errSecInteractionNotAllowed)
            #expect(keychain == nil)
            #expect(SecKeychainSetSearchList(["a"] as NSArray) == errSecParam)
            #expect(SecKeychainSetSearchList([NSNull()] as NSArray) == errSecParam)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: test.home.path)
        #expect(names.isEmpty)
    }

    /// A path goes in and comes out as the bytes it is.
    @Test func pathsThatAreNotUTF8() throws {
        test.here {
            let name = [UInt8(ascii: "k"), 0xff, 0].map(CChar.init(truncatingIfNeeded:))
            var keychain: SecKeychain?
            #expect(SecKeychainCreate(name, 0, nil, false, nil, &keychain) == errSecSuccess)
            var count: UInt32 = 1024
            var path = [CChar](repeating: 1, count: Int(count))
            #expect(SecKeychainGetPath(keychain, &count, &path) == errSecSuccess)
            #expect(Array(path[(Int(count) - 2)...Int(count)]) == name)
            #expect(access(path, F_OK) == 0)
        }
    }

    @Test func domainsOfOthersAreEmpty() throws {
        try test.here {
            var keychain: SecKeychain?
            var list: CFArray?
            for domain in [SecPreferencesDomain.system, .common, .dynamic] {
                #expect(SecKeychainCopyDomainDefault(domain, &keychain) == errSecNoDefaultKeychain)
                #expect(SecKeychainCopyDomainSearchList(domain, &list) == errSecSuccess)
                #expect(list?.count == 0)
                #expect(SecKeychainSetDomainDefault(domain, nil) == errSecInvalidPrefsDomain)
                #expect(SecKeychainSetDomainSearchList(domain, []) == errSecInvalidPrefsDomain)
                #expect(SecKeychainSetPreferenceDomain(domain) == errSecInvalidPrefsDomain)
            }
            let work = try made("work.keychain")
            #expect(SecKeychainSetDomainDefault(.user, work) == errSecSuccess)
            #expect(SecKeychainCopyDomainDefault(.user, &keychain) == errSecSuccess)
            #expect(keychain == work)
            #expect(SecKeychainSetDomainSearchList(.user, [work]) == errSecSuccess)
            #expect(SecKeychainCopyDomainSearchList(.user, &list) == errSecSuccess)
            #expect(list as? [SecKeychain] == [work])
        }
    }

    @Test func statusAndSettings() throws {
        try test.here {
            let work = try made("work.keychain")
            for keychain in [nil, work] {
                var status: SecKeychainStatus = 0
                #expect(SecKeychainGetStatus(keychain, &status) == errSecSuccess)
                #expect(
                    status == kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus)
                var settings = SecKeychainSettings()
                #expect(SecKeychainCopySettings(keychain, &settings) == errSecParam)
                settings.version = UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
                #expect(SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
                #expect(!settings.lockOnSleep.boolValue && !settings.useLockInterval.boolValue)
                #expect(settings.lockInterval == UInt32(Int32.max))
                #expect(SecKeychainSetSettings(keychain, &settings) == errSecSuccess)
                var timed = SecKeychainSettings(
                    version: 1, lockOnSleep: true, useLockInterval: true, lockInterval: 60)
                #expect(SecKeychainSetSettings(keychain, &timed) == errSecSuccess)
                #expect(SecKeychainCopySettings(keychain, &settings) == errSecSuccess)
                #expect(settings.lockOnSleep.boolValue && settings.useLockInterval.boolValue)
                #expect(settings.lockInterval == 60)
                timed.lockInterval = 0
                #expect(SecKeychainSetSettings(keychain, &timed) == errSecParam)
                timed.version = 2
                #expect(SecKeychainSetSettings(keychain, &timed) == errSecParam)
            }
            var missing: SecKeychain?
            #expect(SecKeychainOpen("missing", &missing) == errSecSuccess)
            var settings = SecKeychainSettings(
                version: 1, lockOnSleep: true, useLockInterval: true, lockInterval: 5)
            #expect(SecKeychainCopySettings(missing, &settings) == errSecNoSuchKeychain)
            #expect(SecKeychainSetSettings(missing, &settings) == errSecNoSuchKeychain)
            var status: SecKeychainStatus = 7
            #expect(SecKeychainGetStatus(missing, &status) == errSecNoSuchKeychain)
            #expect(status == 7)
        }
    }
}
