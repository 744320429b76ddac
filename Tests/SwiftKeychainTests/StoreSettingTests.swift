// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSealing
import KeychainTestSupport
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What the user sets for a store, and its manifest keeps.
@Suite struct StoreSettingTests {
    private let settings = LockSettings(lockAfter: 300, lockOnSleep: true)

    private func encoded(_ setting: some StoreSetting) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder()
        setting.encode(to: &encoder)
        return encoder.bytes
    }

    /// The bytes that Vectors/manifest-2.json seals.
    @Test func theFormIsWrittenDown() {
        #expect(encoded(settings) == [0x82, 0x19, 0x01, 0x2c, 0xf5])
        #expect(encoded(LockSettings(lockOnSleep: true)) == [0x82, 0xf6, 0xf5])
        var list = KeychainList()
        #expect(encoded(list) == [0x82, 0xf6, 0xf6])
        list.standard = "a"
        list.searched = ["b", "/c"]
        #expect(
            encoded(list) == [0x82, 0x61, 0x61, 0x82, 0x61, 0x62, 0x62, 0x2f, 0x63])
    }

    /// The file in which they were kept once could be removed unseen.
    @Test(arguments: [nil, "", "lock-on-sleep 0\n"])
    func aFileBesideTheStoreSaysNothing(text: String?) throws {
        let test = try PasscodeHome()
        try test.keychain.setSettings(settings)
        let path = test.home.path + "/keychains/settings"
        #expect(!FileManager.default.fileExists(atPath: path))
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        #expect(try test.keychain.settings() == settings)
    }

    @Test func theyLastAsLongAsTheStore() throws {
        let test = try PasscodeHome()
        try test.keychain.setSettings(settings)
        try test.keychain.add(.password(service: "s"))
        try test.keychain.setPasscode("other".passcode, old: "1234".passcode)
        _ = try test.keychain.repair()
        #expect(try test.keychain.settings() == settings)
        try test.keychain.setPasscode(nil, old: "other".passcode)
        #expect(try test.keychain.settings() == settings)
        #expect(test.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    @Test func aSalvageKeepsThem() throws {
        let test = try PasscodeHome()
        try test.keychain.setSettings(settings)
        try test.keychain.add(.password(service: "s"))
        _ = try test.keychain.salvage(reason: "test")
        #expect(try test.keychain.settings() == settings)
        // And how often the store was repaired.
        _ = try test.keychain.salvage(reason: "test")
        let repairs = try test.keychain.engine().read {
            (reader, keybag) throws(KeychainError) in
            try keybag.manifest(of: reader).repairs
        }
        #expect(repairs == 2)
    }

    @Test func eachKeychainHasItsOwn() throws {
        let login = TestKeychain()
        try Keychain.$override.withValue(login.keychain) {
            let work = try Keychain.create(path: "work")
            try work.setSettings(settings)
            #expect(try login.keychain.settings() == LockSettings())
            try work.remove()
            #expect(try Keychain.create(path: "work").settings() == LockSettings())
        }
    }

    @Test func oneOfANewerVersionIsRefusedAndStays() throws {
        let test = TestKeychain()
        let engine = try test.keychain.engine()
        let newer: [UInt8] = [0x83, 0xf6, 0xf5, 0x01]
        try engine.write(.standard) { (transaction) in
            transaction.set(LockSettings.name, newer)
        }
        let error = #expect(throws: KeychainError.self) { try test.keychain.settings() }
        #expect(error?.code == .notAvailable && error?.detail.contains("newer") == true)
        // Items can be had all the same, and what was written stays as it is.
        try test.keychain.add(.password(service: "s"))
        let kept = try engine.read { (reader, keybag) throws(KeychainError) in
            try keybag.manifest(of: reader).others
        }
        #expect(kept == [LockSettings.name: newer])
    }

    @Test func readingMakesNoStore() throws {
        let test = TestKeychain()
        #expect(try test.keychain.settings() == LockSettings())
        #expect(!FileManager.default.fileExists(atPath: test.home.path + "/keychains"))
    }
}
