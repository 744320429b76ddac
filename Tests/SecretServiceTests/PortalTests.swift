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
}
