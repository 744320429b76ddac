// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Calls on keychain files that ask the user; the test plays the user.
@Suite struct KeychainAskingTests {
    let home = TemporaryHome()

    private func with(_ user: TestUser, _ body: () throws -> Void) rethrows {
        let keychain = user.keychain(home: home.path)
        try Keychain.$override.withValue(keychain, operation: body)
    }

    private func made(_ password: String) throws -> SecKeychain {
        var keychain: SecKeychain?
        let length = UInt32(password.utf8.count)
        try #require(
            SecKeychainCreate("work", length, password, false, nil, &keychain) == errSecSuccess)
        return try #require(keychain)
    }

    @Test func unlockingAsksUntilItIsRight() throws {
        let user = TestUser(answers: [
            .types("wrong"), .types("code"), .types("wrong"), .cancels, .waits,
        ])
        try with(user) {
            let work = try made("code")
            defer { SecKeychainDelete(work) }
            #expect(SecKeychainUnlock(work, 0, nil, false) == errSecSuccess)
            #expect(user.askedCount == 0)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(SecKeychainUnlock(work, 4, "code", false) == errSecSuccess)
            #expect(user.askedCount == 2 && isUnlocked(work))
            #expect(SecKeychainLock(work) == errSecSuccess)
            for _ in 0..<2 {
                #expect(SecKeychainUnlock(work, 0, nil, false) == errSecUserCanceled)
            }
            #expect(user.askedCount == 5 && !isUnlocked(work))
        }
    }

    @Test func aNewKeychainGetsThePasswordThatIsTyped() throws {
        let user = TestUser(answers: [.types(""), .types("code"), .cancels])
        try with(user) {
            var keychain: SecKeychain?
            #expect(
                SecKeychainCreate("work", 7, "ignored", true, nil, &keychain) == errSecSuccess)
            let work = try #require(keychain)
            defer { SecKeychainDelete(work) }
            #expect(user.askedCount == 2)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(SecKeychainUnlock(work, 7, "ignored", true) == errSecAuthFailed)
            #expect(SecKeychainUnlock(work, 4, "code", true) == errSecSuccess)
            var other: SecKeychain?
            #expect(
                SecKeychainCreate("other", 0, nil, true, nil, &other) == errSecUserCanceled)
            #expect(
                SecKeychainCreate("work", 0, nil, true, nil, &other) == errSecDuplicateKeychain)
            #expect(other == nil && user.askedCount == 3)
        }
    }

    /// What is forbidden holds for the process, so that it has one of its own.
    @Test func theUserIsNotAskedWhereItIsForbidden() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let home = TemporaryHome()
            let user = TestUser(passcode: "code", answers: [.types("code"), .types("code")])
            let keychain = user.keychain(home: home.path)
            Keychain.$override.withValue(keychain) {
                var (work, other): (SecKeychain?, SecKeychain?)
                var isAllowed: DarwinBoolean = true
                precondition(
                    SecKeychainCreate("work", 4, "code", false, nil, &work) == errSecSuccess)
                let control = SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAlways, .userPresence, nil)
                let item: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control!,
                ]
                precondition(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
                let query: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true,
                ]
                SecKeychainLock(work)
                SecKeychainSetUserInteractionAllowed(false)
                SecKeychainGetUserInteractionAllowed(&isAllowed)
                precondition(!isAllowed.boolValue)
                let answers = [
                    SecKeychainUnlock(work, 0, nil, false),
                    SecKeychainCreate("other", 0, nil, true, nil, &other),
                    SecItemCopyMatching(query as CFDictionary, nil),
                ]
                precondition(answers.allSatisfy { $0 == errSecInteractionNotAllowed })
                precondition(user.askedCount == 0)
                SecKeychainSetUserInteractionAllowed(true)
                precondition(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
                precondition(SecKeychainUnlock(work, 0, nil, false) == errSecSuccess)
                precondition(user.askedCount == 2)
                SecKeychainDelete(work)
            }
        }
    }
}
