// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import Testing

@testable import KeychainWrappers

@Suite struct KeychainItemWrapperTests {
    @Test func holdsDefaultsInMemoryUntilTheFirstSetObject() throws {
        try onOwnStore { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            for key in [kSecAttrAccount, kSecAttrLabel, kSecAttrDescription, kSecValueData] {
                #expect(wrapper.object(forKey: key) as? String == "")
            }
            #expect(wrapper.object(forKey: kSecAttrComment) == nil)
            #expect(wrapper.keychainItemData[kSecValueData] as? String == "")
            #expect(try stored().isEmpty)
            wrapper.setObject("ann", forKey: kSecAttrAccount)
            #expect(wrapper.lastStatus == errSecSuccess)
            let items = try stored()
            #expect(items.count == 1)
            #expect(items.first?[.account] == .string("ann"))
            #expect(items.first?[.label] == .string(""))
            #expect(items.first?[.itemDescription] == .string(""))
            #expect(items.first?.text == "")
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func keepsWhatIsSetForALaterStart() throws {
        try onOwnStore { _ throws in
            let first = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            first.setObject("ann", forKey: kSecAttrAccount)
            first.setObject("pässwörd", forKey: kSecValueData)
            first.setObject("note", forKey: kSecAttrComment)
            let later = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            #expect(later.object(forKey: kSecAttrAccount) as? String == "ann")
            #expect(later.object(forKey: kSecValueData) as? String == "pässwörd")
            #expect(later.object(forKey: kSecAttrComment) as? String == "note")
            #expect(later.object(forKey: kSecClass) as? String == "genp")
            #expect(later.keychainItemData[kSecValueData] as? String == "pässwörd")
            #expect(later.keychainItemData["acct"] as? String == "ann")
            #expect(try stored().count == 1)
        }
    }

    @Test func twoIdentifiersLieSideBySide() throws {
        try onOwnStore { reports throws in
            let one = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            let two = KeychainItemWrapper(identifier: "Account Number", accessGroup: nil)
            one.setObject("first", forKey: kSecValueData)
            two.setObject("second", forKey: kSecValueData)
            #expect(one.lastStatus == errSecSuccess)
            #expect(two.lastStatus == errSecSuccess)
            #expect(one.object(forKey: kSecValueData) as? String == "first")
            #expect(two.object(forKey: kSecValueData) as? String == "second")
            one.resetKeychainItem()
            #expect(two.object(forKey: kSecValueData) as? String == "second")
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func serviceIsTheIdentifierUnlessSet() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            #expect(wrapper.object(forKey: kSecAttrService) as? String == "Password")
            wrapper.setObject("ann", forKey: kSecAttrAccount)
            #expect(try stored().first?[.service] == .string("Password"))
            wrapper.setObject("mail", forKey: kSecAttrService)
            #expect(try texts(.service) == ["mail"])
            let later = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            #expect(later.object(forKey: kSecAttrService) as? String == "mail")
            #expect(later.object(forKey: kSecAttrAccount) as? String == "ann")
        }
    }

    @Test func ignoresNilAndDoesNotWriteWhatIsThere() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.setObject(nil, forKey: kSecValueData)
            wrapper.setObject("", forKey: kSecAttrAccount)
            #expect(try stored().isEmpty)
            wrapper.setObject("secret", forKey: kSecValueData)
            wrapper.setObject("ann", forKey: kSecAttrAccount)
            let revision = try stored().first?.revision
            #expect(revision == 2)
            wrapper.setObject("secret", forKey: kSecValueData)
            wrapper.setObject(NSString("ann"), forKey: kSecAttrAccount)
            wrapper.setObject("Password", forKey: kSecAttrGeneric)
            wrapper.setObject(nil, forKey: kSecAttrAccount)
            #expect(wrapper.lastStatus == errSecSuccess)
            #expect(try stored().first?.revision == revision)
            #expect(try stored().first?.text == "secret")
            // A server that hashes bytes knows only one of the two.
            wrapper.setObject("caf\u{e9}", forKey: kSecValueData)
            wrapper.setObject("cafe\u{301}", forKey: kSecValueData)
            #expect(try stored().first?.text?.utf8.count == 6)
        }
    }

    @Test func seesAndKeepsWhatAnotherWrapperWrites() throws {
        try onOwnStore { _ throws in
            let one = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            let two = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            one.setObject("first", forKey: kSecValueData)
            two.setObject("ann", forKey: kSecAttrAccount)
            #expect(one.object(forKey: kSecAttrAccount) as? String == "ann")
            two.setObject("second", forKey: kSecValueData)
            one.setObject("first", forKey: kSecValueData)
            #expect(two.object(forKey: kSecValueData) as? String == "first")
            #expect(try stored().count == 1)
        }
    }

    @Test func resetDeletesAndBeginsAnew() throws {
        try onOwnStore { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.resetKeychainItem()
            #expect(wrapper.lastStatus == errSecSuccess)
            wrapper.setObject("secret", forKey: kSecValueData)
            wrapper.resetKeychainItem()
            #expect(try stored().isEmpty)
            #expect(wrapper.object(forKey: kSecValueData) as? String == "")
            wrapper.setObject("again", forKey: kSecValueData)
            #expect(try stored().first?.text == "again")
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func onlyItsOwnItemIsTouched() throws {
        try onOwnStore { _ throws in
            try add([kSecAttrService: "other", kSecAttrGeneric: "Other"])
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.setObject("secret", forKey: kSecValueData)
            // A second item under the same identifier, from another program: the oldest is ours.
            try add([kSecAttrService: "third", kSecAttrGeneric: "Password"])
            wrapper.setObject("label", forKey: kSecAttrLabel)
            #expect(try texts(.label) == ["-", "label", "-"])
            wrapper.resetKeychainItem()
            #expect(try texts(.service) == ["other", "third"])
        }
    }

    @Test func reportsACollisionAndKeepsTheOldValue() throws {
        try onOwnStore { reports throws in
            try add([kSecAttrService: "taken-service", kSecAttrAccount: ""])
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.setObject("s3cret", forKey: kSecValueData)
            wrapper.setObject("taken-service", forKey: kSecAttrService)
            #expect(wrapper.lastStatus == errSecDuplicateItem)
            #expect(wrapper.object(forKey: kSecAttrService) as? String == "Password")
            #expect(wrapper.lastStatus == errSecSuccess)
            #expect(reports.lines.count == 1)
            let line = try #require(reports.lines.first)
            #expect(line.hasPrefix("KeychainItemWrapper.setObject(_:forKey:): "))
            #expect(line.contains("-25299"))
            #expect(!line.contains("taken-service") && !line.contains("s3cret"))
        }
    }

    @Test func refusesToLoseItsItem() throws {
        try onOwnStore(groups: ["mine", "shared"]) { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: "mine")
            wrapper.setObject("secret", forKey: kSecValueData)
            for key in [kSecAttrGeneric, kSecClass, kSecAttrAccessGroup] {
                wrapper.setObject("shared", forKey: key)
                #expect(wrapper.lastStatus == errSecParam)
            }
            #expect(wrapper.object(forKey: kSecValueData) as? String == "secret")
        }
    }

    @Test func secretsAreTextOrBytes() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            let bytes = Data([0xff, 0x00, 0xfe])
            wrapper.setObject(bytes, forKey: kSecValueData)
            #expect(wrapper.object(forKey: kSecValueData) as? Data == bytes)
            let revision = try stored().first?.revision
            wrapper.setObject(bytes, forKey: kSecValueData)
            #expect(try stored().first?.revision == revision)
            wrapper.setObject(5, forKey: kSecValueData)
            #expect(wrapper.lastStatus == errSecParam)
            #expect(wrapper.object(forKey: kSecValueData) as? Data == bytes)
            wrapper.setObject("a\0b", forKey: kSecValueData)
            #expect(wrapper.object(forKey: kSecValueData) as? String == "a\0b")
            wrapper.setObject("", forKey: kSecValueData)
            #expect(wrapper.object(forKey: kSecValueData) as? String == "")
        }
    }

    @Test func otherAttributesAreKeptAsGiven() throws {
        try onOwnStore { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.setObject(kSecAttrAccessibleAfterFirstUnlock, forKey: kSecAttrAccessible)
            wrapper.setObject(7, forKey: kSecAttrType)
            #expect(wrapper.object(forKey: kSecAttrAccessible) as? String == "ck")
            #expect(wrapper.object(forKey: kSecAttrType) as? Int == 7)
            wrapper.setObject("x", forKey: kSecAttrServer)
            #expect(wrapper.lastStatus == errSecNoSuchAttr)
        }
    }

    @Test func aSynchronizableItemIsStillFound() throws {
        try onOwnStore { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            wrapper.setObject("secret", forKey: kSecValueData)
            wrapper.setObject(true, forKey: kSecAttrSynchronizable)
            #expect(wrapper.lastStatus == errSecSuccess)
            #expect(wrapper.object(forKey: kSecAttrSynchronizable) as? Bool == true)
            #expect(wrapper.object(forKey: kSecValueData) as? String == "secret")
            wrapper.setObject("two", forKey: kSecValueData)
            #expect(try stored().map(\.text) == ["two"])
            #expect(
                SecItemCopyMatching(wrapper.genericPasswordQuery, nil) == errSecSuccess)
            wrapper.resetKeychainItem()
            #expect(try stored().isEmpty)
            wrapper.setObject(true, forKey: kSecAttrSynchronizable)
            wrapper.setObject(false, forKey: kSecAttrSynchronizable)
            #expect(try stored().map(\.synchronizable) == [false])
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func anUnsignedProgramLeavesTheAccessGroupOut() throws {
        try onOwnStore { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: "team.shared")
            #expect(wrapper.genericPasswordQuery[kSecAttrAccessGroup] == nil)
            wrapper.setObject("secret", forKey: kSecValueData)
            #expect(wrapper.lastStatus == errSecSuccess)
            #expect(try stored().first?.accessGroup == "unsigned")
            #expect(wrapper.object(forKey: kSecValueData) as? String == "secret")
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func aSignedProgramKeepsTheAccessGroup() throws {
        try onOwnStore(groups: ["mine", "shared"]) { _ throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: "shared")
            #expect(wrapper.genericPasswordQuery[kSecAttrAccessGroup] as? String == "shared")
            wrapper.setObject("secret", forKey: kSecValueData)
            #expect(try stored().first?.accessGroup == "shared")
            #expect(wrapper.object(forKey: kSecAttrAccessGroup) as? String == "shared")
            let plain = KeychainItemWrapper(identifier: "Plain", accessGroup: nil)
            plain.setObject("secret", forKey: kSecValueData)
            #expect(plain.object(forKey: kSecAttrAccessGroup) as? String == "mine")
        }
    }

    @Test func aSignedProgramIsDeniedAnotherGroup() throws {
        try onOwnStore(groups: ["mine"]) { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: "theirs")
            #expect(wrapper.lastStatus == errSecMissingEntitlement)
            wrapper.setObject("secret", forKey: kSecValueData)
            #expect(wrapper.lastStatus == errSecMissingEntitlement)
            #expect(wrapper.object(forKey: kSecValueData) == nil)
            #expect(wrapper.lastStatus == errSecMissingEntitlement)
            wrapper.resetKeychainItem()
            #expect(wrapper.lastStatus == errSecMissingEntitlement)
            #expect(try stored().isEmpty)
            #expect(reports.lines.count == 4)
        }
    }

    @Test func aStoreThatCannotBeUsedIsReported() throws {
        try withoutStore { reports throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: "team.shared")
            let status = wrapper.lastStatus
            #expect(status != errSecSuccess && status != errSecItemNotFound)
            wrapper.setObject("secret", forKey: kSecValueData)
            #expect(wrapper.lastStatus == status)
            #expect(wrapper.object(forKey: kSecValueData) == nil)
            wrapper.resetKeychainItem()
            #expect(wrapper.lastStatus == status)
            #expect(wrapper.keychainItemData.count == 0)
            #expect(reports.lines.count == 5)
            #expect(reports.lines.allSatisfy { $0.contains("(\(status))") })
        }
    }

    @Test func manyTasksShareOneWrapper() async throws {
        try await onOwnStoreWithTasks { reports async throws in
            let wrapper = KeychainItemWrapper(identifier: "Password", accessGroup: nil)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        wrapper.setObject("secret \(number)", forKey: kSecValueData)
                        wrapper.setObject("label \(number)", forKey: kSecAttrLabel)
                        let secret = wrapper.object(forKey: kSecValueData) as? String
                        #expect(secret?.hasPrefix("secret ") == true)
                    }
                }
            }
            #expect(try stored().count == 1)
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func manyWrappersMakeOneItem() async throws {
        try await onOwnStoreWithTasks { reports async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let wrapper = KeychainItemWrapper(identifier: "Password")
                        wrapper.setObject("secret \(number)", forKey: kSecValueData)
                    }
                }
            }
            #expect(try stored().count == 1)
            #expect(reports.lines.isEmpty)
        }
    }

    @Test func aReportThatCannotBeWrittenIsDropped() async {
        await #expect(processExitsWith: .exitCode(0)) {
            dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
            FailureReport.make(of: "full", errSecParam)
            close(STDERR_FILENO)
            FailureReport.make(of: "closed", errSecParam)
            _exit(0)
        }
    }
}
