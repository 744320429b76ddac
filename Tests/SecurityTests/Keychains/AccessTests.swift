// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

/// Access objects: kept with an item, and not enforced.
@Suite struct AccessTests {
    private let test = TestKeychain()

    private func access(_ paths: [String], _ name: String = "mail") throws -> SecAccess {
        let programs = try paths.map(program)
        var access: SecAccess?
        #expect(
            SecAccessCreate(name as CFString, NSArray(array: programs), &access) == errSecSuccess)
        return try #require(access)
    }

    private func program(_ path: String) throws -> SecTrustedApplication {
        var program: SecTrustedApplication?
        #expect(SecTrustedApplicationCreateFromPath(path, &program) == errSecSuccess)
        return try #require(program)
    }

    private func lists(_ access: SecAccess) throws -> [SecACL] {
        var list: CFArray?
        #expect(SecAccessCopyACLList(access, &list) == errSecSuccess)
        return try #require(list as? [SecACL])
    }

    private func contents(
        _ list: SecACL
    ) throws -> (paths: [String]?, name: String?, prompt: SecKeychainPromptSelector) {
        var programs: CFArray?
        var name: CFString?
        var prompt: SecKeychainPromptSelector = []
        #expect(SecACLCopyContents(list, &programs, &name, &prompt) == errSecSuccess)
        let paths = (programs as? [SecTrustedApplication])?.map { program in
            var data: CFData?
            #expect(SecTrustedApplicationCopyData(program, &data) == errSecSuccess)
            return String(decoding: (data as? Data ?? Data()).dropLast(), as: UTF8.self)
        }
        return (paths, name as String?, prompt)
    }

    private func password(_ account: String, _ access: SecAccess? = nil) throws -> SecKeychainItem {
        var result: CFTypeRef?
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "mail",
            kSecAttrAccount: account, kSecValueData: Data("secret".utf8), kSecReturnRef: true,
        ]
        if let access { item[kSecAttrAccess] = access }
        #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
        return try #require(result as? SecKeychainItem)
    }

    private func kept(_ item: SecKeychainItem) throws -> [[String]?] {
        var access: SecAccess?
        #expect(SecKeychainItemCopyAccess(item, &access) == errSecSuccess)
        return try lists(try #require(access)).map { try contents($0).paths }
    }

    @Test func programs() throws {
        var program: SecTrustedApplication?
        #expect(SecTrustedApplicationCreateFromPath(nil, &program) == errSecSuccess)
        var data: CFData?
        let own = try #require(program)
        #expect(SecTrustedApplicationCopyData(own, &data) == errSecSuccess)
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(data as? Data == Data(path.utf8) + [0])
        #expect(try self.program(path) == own)
        for path in ["", "/no/such/program"] {
            #expect(SecTrustedApplicationCreateFromPath(path, &program) == errSecParam)
        }
        #expect(program === own)
        #expect(SecTrustedApplicationSetData(own, Data("/bin/sh\0".utf8) as CFData) == 0)
        #expect(try self.program("/bin/sh") == own)
        #expect(SecTrustedApplicationSetData(own, Data([0]) as CFData) == errSecParam)
        #expect(CFGetTypeID(own) == SecTrustedApplicationGetTypeID())
    }

    @Test func whatANewObjectPermits() throws {
        let access = try access(["/bin/sh", "/bin/ls"])
        let lists = try lists(access)
        #expect(try lists.map { try contents($0).paths } == [nil, ["/bin/sh", "/bin/ls"], []])
        #expect(try lists.map { try contents($0).name } == ["mail", "mail", "mail"])
        let reading = SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt)
        #expect(reading as? [SecACL] == [lists[1]])
        #expect(SecAccessCopyMatchingACLList(access, kSecACLAuthorizationLogin) == nil)
        #expect(SecAccessCopyMatchingACLList(access, NSNumber(value: 1)) == nil)
        var own: SecAccess?
        #expect(SecAccessCreate("own" as CFString, nil, &own) == errSecSuccess)
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(try contents(try self.lists(try #require(own))[1]).paths == [path])
        let before = own
        #expect(SecAccessCreate("x" as CFString, ["x"] as CFArray, &own) == errSecParam)
        #expect(own === before)
    }

    @Test func entriesAreAddedChangedAndRemoved() throws {
        let access = try access([])
        var made: SecACL?
        #expect(
            SecACLCreateWithSimpleContents(access, nil, "new" as CFString, .requirePassphase, &made)
                == errSecSuccess)
        let list = try #require(made)
        #expect(try lists(access).count == 4)
        #expect(SecACLCopyAuthorizations(list) as? [String] == ["ACLAuthorizationAny"])
        let programs = [try program("/bin/sh")] as NSArray
        #expect(SecACLSetContents(list, programs, "changed" as CFString, []) == errSecSuccess)
        #expect(SecACLSetContents(list, [1] as NSArray, "x" as CFString, []) == errSecParam)
        let found = try contents(list)
        #expect(found.paths == ["/bin/sh"] && found.name == "changed" && found.prompt == [])
        let operations = [kSecACLAuthorizationSign] as NSArray
        #expect(SecACLUpdateAuthorizations(list, operations) == errSecSuccess)
        #expect(SecACLUpdateAuthorizations(list, NSArray()) == errSecParam)
        #expect(SecACLUpdateAuthorizations(list, [1] as NSArray) == errSecParam)
        #expect(SecACLCopyAuthorizations(list) as? [CFString] == [kSecACLAuthorizationSign])
        #expect(SecACLRemove(list) == errSecSuccess && SecACLRemove(list) == errSecSuccess)
        #expect(try lists(access).count == 3)
    }

    @Test func owners() throws {
        let lists = try lists(try access(["/bin/sh"]))
        let access = try #require(
            SecAccessCreateWithOwnerAndACL(5, 6, kSecUseOnlyUID, lists as NSArray, nil))
        var (user, group, type) = (uid_t(0), gid_t(0), SecAccessOwnerType(0))
        var copied: CFArray?
        #expect(SecAccessCopyOwnerAndACL(access, &user, &group, &type, &copied) == errSecSuccess)
        #expect(user == 5 && group == 6 && type == kSecUseOnlyUID && copied?.count == 3)
        var error: Unmanaged<CFError>?
        #expect(SecAccessCreateWithOwnerAndACL(0, 0, 0, [1] as NSArray, &error) == nil)
        #expect(error?.takeRetainedValue().code == Int(errSecParam))
    }

    @Test func anItemKeepsItsObject() throws {
        try test.here {
            let item = try password("a", try access(["/bin/sh"]))
            #expect(try kept(item) == [nil, ["/bin/sh"], []])
            #expect(SecKeychainItemSetAccess(item, try access(["/bin/ls"])) == errSecSuccess)
            #expect(try kept(item) == [nil, ["/bin/ls"], []])
            // Every program still reads the item.
            var length: UInt32 = 0
            #expect(SecKeychainItemCopyContent(item, nil, nil, &length, nil) == errSecSuccess)
            #expect(length == 6)
            let change = [kSecAttrAccess: try access([])] as CFDictionary
            let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"] as CFDictionary
            #expect(SecItemUpdate(query, change) == errSecSuccess)
            #expect(try kept(item) == [nil, [], []])
            #expect(SecKeychainItemDelete(item) == errSecSuccess)
            #expect(SecKeychainItemSetAccess(item, try access([])) == errSecItemNotFound)
            var access: SecAccess?
            #expect(SecKeychainItemCopyAccess(item, &access) == errSecItemNotFound)
        }
    }

    @Test func anItemMadeFromContentKeepsItsObject() throws {
        try test.here {
            var list = SecKeychainAttributeList(count: 0, attr: nil)
            var item: SecKeychainItem?
            let access = try access(["/bin/sh"])
            #expect(
                SecKeychainItemCreateFromContent(
                    .genericPasswordItemClass, &list, 1, "x", nil, access, &item)
                    == errSecSuccess)
            #expect(try kept(try #require(item)) == [nil, ["/bin/sh"], []])
        }
    }

    @Test func aGeneratedKeyKeepsItsObject() throws {
        try test.here {
            var parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecAttrIsPermanent: true, kSecAttrLabel: "pair",
                kSecAttrAccess: try access(["/bin/sh"]),
            ]
            var (other, key): (SecKey?, SecKey?)
            #expect(SecKeyGeneratePair(parameters as CFDictionary, &other, &key) == errSecSuccess)
            parameters[kSecAttrLabel] = "key"
            #expect(SecKeyCreateRandomKey(parameters as CFDictionary, nil) != nil)
            for label in ["pair", "key"] {
                let items = try test.keychain.find(
                    Query(.key, .init([.label: .string(label)])), returning: .attributes)
                let item = SecKeychainItem(
                    try #require(items.first).reference, in: test.keychain)
                #expect(try kept(item) == [nil, ["/bin/sh"], []])
            }
            parameters[kSecAttrAccess] = "x"
            #expect(
                SecKeyGeneratePair(parameters as CFDictionary, &other, &key) == errSecNoSuchAttr)
        }
    }

    @Test func anythingElseIsNoAttribute() {
        test.here {
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccess: "x"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecNoSuchAttr)
        }
    }

    @Test func aCopyInAnotherKeychain() throws {
        try test.here {
            let second = TestKeychain()
            let other = SecKeychain(second.keychain)
            let item = try password("a", try access(["/bin/sh"]))
            var copy: SecKeychainItem?
            #expect(SecKeychainItemCreateCopy(item, nil, nil, &copy) == errSecDuplicateItem)
            #expect(copy == nil)
            #expect(SecKeychainItemCreateCopy(item, other, nil, &copy) == errSecSuccess)
            let made = try #require(copy)
            #expect(made != item)
            #expect(try kept(made) == [nil, ["/bin/sh"], []])
            var length: UInt32 = 0
            var data: UnsafeMutableRawPointer?
            #expect(
                SecKeychainFindGenericPassword(other, 4, "mail", 1, "a", &length, &data, nil) == 0)
            #expect(data.map { Data(bytes: $0, count: Int(length)) } == Data("secret".utf8))
            SecKeychainItemFreeContent(nil, data)
            #expect(SecKeychainItemDelete(made) == errSecSuccess)
            let initial = try access(["/bin/ls"])
            #expect(SecKeychainItemCreateCopy(item, other, initial, &copy) == errSecSuccess)
            #expect(try kept(try #require(copy)) == [nil, ["/bin/ls"], []])
            #expect(SecKeychainItemDelete(item) == errSecSuccess)
            #expect(SecKeychainItemCreateCopy(item, other, nil, &copy) == errSecItemNotFound)
        }
    }
}
