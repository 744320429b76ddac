// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretService

/// The secrets that confined applications derive their keys from.
@Suite struct PortalTests {
    let test = TestKeychain()

    private func secret(_ application: String) throws -> [UInt8] {
        try Keychain.$override.withValue(test.keychain) {
            try SecretPortal.secret(of: application, AuthenticationContext()).copied
        }
    }

    @Test func eachApplicationHasItsOwnForEver() throws {
        let first = try secret("org.a")
        #expect(first.count == 64)
        #expect(try secret("org.a") == first)
        #expect(try secret("org.b") != first)
        // Programs without entitlements don't have it.
        #expect(throws: KeychainError(.itemNotFound, "")) {
            try test.keychain.find(.password([.account: .string("org.a")]))
        }
    }

    /// A new secret would make the files of the application unreadable.
    @Test func aSecretThatCannotBeReadIsNotReplaced() throws {
        let first = try secret("org.a")
        try test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        try test.keychain.forgetUnlocked()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try secret("org.a") }
        try test.keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
        #expect(try secret("org.a") == first)
        test.tamper("UPDATE genp SET data=zeroblob(100)")
        #expect(throws: KeychainError(.decode, "")) { try secret("org.a") }
    }

    private func take(_ secret: [UInt8], _ application: String) throws -> Bool {
        try Keychain.$override.withValue(test.keychain) {
            try SecretPortal.take(SecretBytes(copying: secret), of: application)
        }
    }

    private func applications() throws -> [String] {
        try Keychain.$override.withValue(test.keychain) { try SecretPortal.applications().names }
    }

    /// With another secret, an application can't read what it has written before.
    @Test func theSecretOfAnotherPortalIsTakenOnce() throws {
        #expect(try take([1, 2, 3], "org.a"))
        #expect(try !take([1, 2, 3], "org.a"))
        #expect(throws: KeychainError(.duplicateItem, "")) { try take([4], "org.a") }
        #expect(throws: KeychainError(.decode, "")) { try take([], "org.b") }
        #expect(try applications() == ["org.a"])
        #expect(try secret("org.a") == [1, 2, 3])
        try test.keychain.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
        try test.keychain.forgetUnlocked()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try take([5], "org.c") }
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try applications() }
    }
}
