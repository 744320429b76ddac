// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSealing
import SwiftKeychainStore
import KeychainTestSupport
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

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
        #expect(UserKeyring.keys(of: store) == (isKept ? 3 : 0))
        test = nil
        #expect(UserKeyring.keys(of: store) == 0)
    }

    // MARK: What is put back

    /// What another program of the user writes about a busy TPM.
    @Test(
        .enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"),
        arguments: [("-9223372036854775808", false), ("text", false), ("0", false), ("now", true)])
    func aPauseIsANumber(_ text: String, _ isPaused: Bool) throws {
        let test = try PasscodeHome()
        let (engine, entry) = (try test.keychain.engine(), "anchor-pause")
        let keybag = try engine.restingKeybag().keybag
        let text = text == "now" ? "\(SystemSources().seconds)" : text
        UserKeyring.put(Array(text.utf8), for: keybag.storeIdentifier, entry)
        defer { UserKeyring.remove(keybag.storeIdentifier, entry) }
        #expect(engine.anchorMemory.isPaused(keybag) == isPaused)
    }

    /// An attacker who saved the kernel's box of a store puts it back after the lock.
    @Test(
        .enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"),
        arguments: [LockGroup.whenUnlocked, .afterFirstUnlock])
    func aBoxThatIsPutBackOpensNothing(_ group: LockGroup) throws {
        let test = try PasscodeHome()
        let store = try store(test.keychain)
        let saved = try #require(UserKeyring.payload(of: store, group.rawValue))
        try test.keychain.forgetUnlocked()
        UserKeyring.put(saved, for: store, group.rawValue)
        defer { UserKeyring.remove(store, group.rawValue) }
        #expect(UserKeyring.payload(of: store, group.rawValue) == saved)
        let other = Keychain(home: test.home.path, system: .quick())
        for keychain in [test.keychain, other] {
            #expect(try keychain.lockState() == .beforeFirstUnlock)
        }
    }

    @Test(.enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"))
    func aBoxThatIsPutBackAfterLockOpensNothing() throws {
        let test = try PasscodeHome()
        let store = try store(test.keychain)
        let saved = try #require(UserKeyring.payload(of: store, "A"))
        try test.keychain.lock()
        UserKeyring.put(saved, for: store, "A")
        #expect(try test.keychain.lockState() == .locked)
        try test.keychain.unlock(passcode: "1234".passcode)
        #expect(try test.keychain.lockState() == .unlocked)
    }

    /// Where the epoch cannot be written, what lies here is locked, and what lies elsewhere is told.
    @Test func aLockThatDoesNotReachEveryNamespaceSaysSo() throws {
        let test = try PasscodeHome()
        let path = test.home.path + "/keychains/lock-epochs"
        for (call, number, code) in [
            (.pwrite, ENOSPC, .diskFull), (.open, EROFS, .readOnly), (.open, EACCES, .notAvailable),
        ] as [(SystemCall, Int32, KeychainError.Code)] {
            try test.keychain.unlock(passcode: "1234".passcode)
            let error = SystemFaults.inject({ $0 == call && $1 == path ? number : nil }) {
                #expect(throws: KeychainError.self) { try test.keychain.lock() }
            }
            #expect(error?.code == code)
            #expect(error?.detail.hasPrefix(path) == true, "\(error?.detail ?? "")")
            #expect(error?.detail.contains("this user namespace only") == true)
            #expect(try test.keychain.lockState() == .locked)
        }
    }

    /// Of a store that came from elsewhere, or whose file was damaged: the next unlocking makes it.
    @Test(arguments: [nil, "", "garbage"]) func epochsThatAreGoneAreMadeAnew(_ text: String?) throws
    {
        let test = try PasscodeHome()
        let path = test.home.path + "/keychains/lock-epochs"
        unlink(path)
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        #expect(try test.keychain.lockState() == .beforeFirstUnlock)
        try test.keychain.unlock(passcode: "1234".passcode)
        #expect(try test.keychain.lockState() == .unlocked)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 89)
        try test.keychain.lock()
        #expect(try test.keychain.lockState() == .locked)
    }

    /// A process that was killed while it made the file leaves it with two names. A lock must not wait for that,
    /// and writes nothing under the other.
    @Test func epochsWithASecondNameAreMadeAnew() throws {
        let test = try PasscodeHome()
        let path = test.home.path + "/keychains/lock-epochs"
        let other = test.home.path + "/other"
        #expect(link(path, other) == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: other))
        #expect(try test.keychain.lockState() == .unlocked)
        try test.keychain.lock()
        #expect(try test.keychain.lockState() != .unlocked)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != before)
        try test.keychain.unlock(passcode: "1234".passcode)
        #expect(try test.keychain.lockState() == .unlocked)
    }

    /// A box of an earlier run of the machine opens nothing, and without a name of the run the
    /// kernel is given none.
    @Test func aRestartLocks() throws {
        let run = Run()
        let test = try PasscodeHome(boot: { run.name.withLock { $0 } })
        #expect(try test.keychain.lockState() == .unlocked)
        for name in ["another run", nil] {
            run.name.withLock { $0 = name }
            #expect(try test.keychain.lockState() == .beforeFirstUnlock)
        }
        try test.keychain.unlock(passcode: "1234".passcode)
        #expect(try test.keychain.lockState() == .unlocked)
        #expect(try test.keychain.reasonUnlockedHereAlone()?.contains("boot_id") == true)
        run.name.withLock { $0 = "one run" }
    }

    /// A process to which the kernel refused a box finds the one that the kernel keeps for another process later.
    @Test(.enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"))
    func aRefusedBoxHidesNoLaterOne() throws {
        let run = Run()
        let test = try PasscodeHome(boot: { run.name.withLock { $0 } })
        // The process has to keep its box itself.
        run.name.withLock { $0 = nil }
        try test.keychain.unlock(passcode: "1234".passcode)
        #expect(try test.keychain.reasonUnlockedHereAlone() != nil)
        run.name.withLock { $0 = "one run" }
        let other = Engine(
            location: try test.keychain.location.get(), system: .quick(boot: { "one run" }))
        try other.lock(everything: false)
        #expect(try test.keychain.lockState() != .unlocked)
        try other.unlock("1234".passcode)
        #expect(try test.keychain.lockState() == .unlocked)
    }

    private final class Run: Sendable { let name = Mutex<String?>("one run") }

    /// So do all ways in which a keychain ends to have something that could be unlocked.
    @Test func whatEndsTakesItsKeysAlong() throws {
        let test = try PasscodeHome()
        let store = try store(test.keychain)
        try test.keychain.setPasscode(nil, old: "1234".passcode)
        #expect(UserKeyring.keys(of: store) == 0)
        try test.keychain.setPasscode("other".passcode, old: nil)
        try test.keychain.lock()
        #expect(UserKeyring.keys(of: store) <= 2)
        try test.keychain.unlock(passcode: "other".passcode)
        #expect(UserKeyring.keys(of: store) <= 3)
        try test.keychain.forgetUnlocked()
        #expect(UserKeyring.keys(of: store) == 0)
    }
}
