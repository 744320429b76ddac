// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Locking when the machine sleeps; the sleep is played.
@Suite struct SleepTests {
    private static let locked = KeychainError.Code.interactionNotAllowed

    /// Is a machine whose sleep the test decides, and a keychain of ak, ck and dk on it.
    private final class Machine: Sendable {
        private final class Sum: Sendable { let nanoseconds = Mutex<Int64>(3_600_000_000_000) }

        private let sum = Sum()
        private let test: PasscodeHome
        var keychain: Keychain { test.keychain }

        init(_ settings: LockSettings, inKernel: Bool) throws {
            test = try PasscodeHome(
                passcode: nil, inKernel: inKernel,
                asleep: { [sum] in sum.nanoseconds.withLock { $0 } })
            try keychain.setSettings(settings)
            try keychain.setPasscode("1234".passcode, old: nil)
            for name in ["ak", "ck", "dk"] {
                try keychain.add(.password(service: name, [.accessible: .string(name)]))
            }
        }

        func sleep(_ seconds: Double) {
            sum.nanoseconds.withLock { $0 += Int64(seconds * 1e9) }
        }

        /// The services that can be read.
        func readable() throws -> [String] {
            ["ak", "ck", "dk"].filter { name in
                do throws(KeychainError) {
                    return try keychain.find(.password([.service: .string(name)])).count == 1
                } catch {
                    #expect(error.code == SleepTests.locked)
                    return false
                }
            }
        }
    }

    private static let onSleep = LockSettings(lockOnSleep: true)
    private static let all = ["ak", "ck", "dk"]
    private static let open = ["ck", "dk"]

    @Test(arguments: [true, false]) func sleepLocks(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        #expect(try machine.readable() == Self.all)
        machine.sleep(60)
        #expect(try machine.readable() == Self.open)
        #expect(try machine.keychain.lockState() == .locked)
        try machine.keychain.unlock(passcode: "1234".passcode)
        #expect(try machine.readable() == Self.all)
        machine.sleep(60)
        #expect(try machine.keychain.lockState() == .locked)
        #expect {
            try machine.keychain.add(.password(service: "new", [.accessible: .string("ak")]))
        } throws: { Self.locked ~= $0 }
    }

    /// Keys that were found locked are gone, also for a process that sees another sleep.
    @Test(arguments: [true, false]) func whatIsLockedIsDropped(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        machine.sleep(60)
        #expect(try machine.readable() == Self.open)
        machine.sleep(-60)
        #expect(try machine.readable() == Self.open)
    }

    @Test(arguments: [true, false]) func withoutTheSettingNothingHappens(_ inKernel: Bool) throws {
        let machine = try Machine(LockSettings(lockAfter: 100_000), inKernel: inKernel)
        machine.sleep(1e6)
        #expect(try machine.readable() == Self.all)
    }

    @Test(arguments: [true, false]) func shortSleepsAddUp(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        for _ in 0..<4 {
            machine.sleep(0.5)
            #expect(try machine.readable() == Self.all)
        }
        machine.sleep(0.5)
        #expect(try machine.readable() == Self.open)
    }

    /// A figure of another machine, as after one was copied while it ran.
    @Test(arguments: [true, false]) func lessSleepThanBefore(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        machine.sleep(-1)
        #expect(try machine.readable() == Self.all)
        machine.sleep(-2)
        #expect(try machine.readable() == Self.open)
    }

    @Test(arguments: [true, false]) func theSettingCountsFromNowOn(_ inKernel: Bool) throws {
        let machine = try Machine(LockSettings(), inKernel: inKernel)
        machine.sleep(60)
        try machine.keychain.setSettings(Self.onSleep)
        #expect(try machine.readable() == Self.all, "what was slept before does not count")
        machine.sleep(1.5)
        try machine.keychain.setSettings(LockSettings(lockAfter: 100_000, lockOnSleep: true))
        machine.sleep(1.5)
        #expect(try machine.readable() == Self.all)
        try machine.keychain.setSettings(LockSettings())
        machine.sleep(60)
        #expect(try machine.readable() == Self.all)
        try machine.keychain.setSettings(Self.onSleep)
        machine.sleep(60)
        #expect(try machine.readable() == Self.open)
    }

    /// Settings unlock nothing: neither what was locked, nor what has slept unseen.
    @Test(arguments: [true, false]) func settingsUnlockNothing(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        machine.sleep(60)
        try machine.keychain.setSettings(LockSettings())
        #expect(try machine.readable() == Self.open)
        try machine.keychain.unlock(passcode: "1234".passcode)
        try machine.keychain.lock()
        try machine.keychain.setSettings(Self.onSleep)
        #expect(try machine.readable() == Self.open)
        try machine.keychain.forgetUnlocked()
        try machine.keychain.setSettings(LockSettings())
        #expect(try machine.readable() == ["dk"])
    }

    @Test(arguments: [true, false]) func theTimeCountsBesideIt(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        try machine.keychain.setSettings(LockSettings(lockAfter: 1, lockOnSleep: true))
        while try machine.keychain.lockState() == .unlocked { usleepBriefly() }
        #expect(try machine.readable() == Self.open)
    }

    @Test(arguments: [true, false]) func anotherPasscodeBeginsAnew(_ inKernel: Bool) throws {
        let machine = try Machine(Self.onSleep, inKernel: inKernel)
        machine.sleep(60)
        try machine.keychain.setPasscode("new".passcode, old: "1234".passcode)
        #expect(try machine.readable() == Self.all)
        machine.sleep(60)
        #expect(try machine.readable() == Self.open)
        try machine.keychain.setPasscode(nil, old: "new".passcode)
        machine.sleep(60)
        #expect(try machine.readable() == Self.all, "without a passcode nothing locks")
    }

    /// The clocks of the machine itself: sleep is no more than the time since its start.
    @Test func theClockOfTheMachine() {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        #expect(SystemClock.timeAsleep() < Int64(now.tv_sec + 2) * 1_000_000_000)
    }
}
