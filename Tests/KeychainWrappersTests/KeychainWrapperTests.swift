// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainWrappers
import Security
import Testing

@Suite struct KeychainWrapperTests {
    @Test func holdsDefaultsInMemoryUntilTheFirstSetObject() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainWrapper()
            let defaults: [(CFString, String)] = [
                (kSecAttrLabel, "Item label"), (kSecAttrDescription, "Item description"),
                (kSecAttrAccount, "Account"), (kSecAttrService, "Service"),
                (kSecAttrComment, "Your comment here."), (kSecValueData, "ssssssss"),
            ]
            for (key, value) in defaults {
                #expect(wrapper.myObject(forKey: key) as? String == value)
                #expect(wrapper.keychainData[key] as? String == value)
                wrapper.mySetObject(value, forKey: key)
            }
            #expect(try stored().isEmpty)
            wrapper.mySetObject("ann", forKey: kSecAttrAccount)
            let item = try #require(try stored().first)
            #expect(item[.account] == .string("ann"))
            #expect(item[.service] == .string("Service"))
            #expect(item[.comment] == .string("Your comment here."))
            #expect(item.text == "ssssssss")
        }
    }

    @Test func keepsWhatIsSetForALaterStart() throws {
        try onOwnStore { reports throws in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("secret", forKey: kSecValueData)
            wrapper.mySetObject(nil, forKey: kSecValueData)
            wrapper.mySetObject("mail", forKey: kSecAttrService)
            let later = KeychainWrapper()
            #expect(later.myObject(forKey: kSecValueData) as? String == "secret")
            #expect(later.myObject(forKey: kSecAttrService) as? String == "mail")
            #expect(later.keychainData[kSecValueData] as? String == "secret")
            later.resetKeychainItem()
            #expect(try stored().isEmpty)
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "ssssssss")
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func findsItsItemByAnEmptyGenericAttribute() throws {
        try onOwnStore { _ throws in
            try add([kSecAttrService: "none", kSecValueData: Data("x".utf8)])
            try add([kSecAttrService: "some", kSecAttrGeneric: Data([1])])
            let wrapper = KeychainWrapper()
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "ssssssss")
            wrapper.mySetObject("secret", forKey: kSecValueData)
            #expect(try stored().count == 3)
            #expect(wrapper.myObject(forKey: kSecAttrGeneric) as? Data == Data())
            wrapper.resetKeychainItem()
            #expect(try texts(.service) == ["none", "some"])
        }
    }

    @Test func itsQueryNamesNoDates() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("secret", forKey: kSecValueData)
            let query = wrapper.genericPasswordQuery
            #expect(query[kSecAttrCreationDate] == nil)
            #expect(query[kSecAttrModificationDate] == nil)
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
            #expect((result as? [String: Any])?["acct"] as? String == "Account")
        }
    }

    @Test func liesBesideTheOtherWrapper() throws {
        try onOwnStore { _ throws in
            let other = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            let wrapper = KeychainWrapper()
            other.setObject("one", forKey: kSecValueData)
            wrapper.mySetObject("two", forKey: kSecValueData)
            #expect(other.object(forKey: kSecValueData) as? String == "one")
            #expect(wrapper.myObject(forKey: kSecValueData) as? String == "two")
        }
    }

    @Test func reportsUnderItsOwnName() throws {
        try withoutStore { reports throws in
            let wrapper = KeychainWrapper()
            wrapper.mySetObject("s3cret", forKey: kSecValueData)
            #expect(wrapper.lastStatus != errSecSuccess)
            #expect(reports.lines.count == 2)
            #expect(reports.lines.allSatisfy { $0.hasPrefix("KeychainWrapper.") })
            #expect(reports.lines.allSatisfy { !$0.contains("s3cret") })
        }
    }
}
