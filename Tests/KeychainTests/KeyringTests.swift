import KeychainTestSupport
import Testing

@testable import Keychain

/// A user may have 200 keys in the kernel: tests must not fill the keyring.
@Suite struct KeyringTests {
    private func store(_ keychain: Keychain) throws -> [UInt8] {
        try keychain.engine().restingKeybag().keybag.storeIdentifier
    }

    @Test func aHomeTakesItsKeysAlong() throws {
        var test: PasscodeHome? = try PasscodeHome()
        let keychain = try #require(test).keychain
        let store = try store(keychain)
        let isKept = keychain.diagnose().contains {
            $0.text.contains("the kernel's keyring, for all")
        }
        #expect(UserKeyring.keys(of: store) == (isKept ? 2 : 0))
        test = nil
        #expect(UserKeyring.keys(of: store) == 0)
    }

    /// So do all ways in which a keychain ends to have something that could be unlocked.
    @Test func whatEndsTakesItsKeysAlong() throws {
        let test = try PasscodeHome()
        let store = try store(test.keychain)
        try test.keychain.setPasscode(nil, old: "1234".passcode)
        #expect(UserKeyring.keys(of: store) == 0)
        try test.keychain.setPasscode("other".passcode, old: nil)
        try test.keychain.lock()
        #expect(UserKeyring.keys(of: store) <= 1)
        try test.keychain.unlock(passcode: "other".passcode)
        #expect(UserKeyring.keys(of: store) <= 2)
        try test.keychain.forgetUnlocked()
        #expect(UserKeyring.keys(of: store) == 0)
    }
}
