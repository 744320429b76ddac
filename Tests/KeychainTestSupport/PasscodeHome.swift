// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService
import SwiftKeychainSystem

extension SystemSources {
    /// Derives passcodes with the least work that is believed: a few hundredths of a second.
    package static func quick(
        inKernel: Bool = true, now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        asleep: @escaping @Sendable () -> Int64 = SystemClock.timeAsleep,
        boot: (@Sendable () -> String?)? = nil
    ) -> SystemSources {
        var system = SystemSources(now: now)
        if let boot { system.boot = boot }
        system.asleep = asleep
        system.passcodeCost = .leastPasscode
        system.keepsUnlockedInKernel = inKernel
        return system
    }
}

extension String {
    public var passcode: SecretBytes { SecretBytes(copying: utf8) }
}

/// Gives a test a keychain with a passcode, in a folder of its own; the kernel forgets its keys
/// with it.
public final class PasscodeHome: Sendable {
    public let home = TemporaryHome()
    public let keychain: Keychain

    /// - Parameters:
    ///   - inKernel: false: what is unlocked stays in this process.
    ///   - asleep: nanoseconds the machine has slept.
    ///   - boot: names the run of the machine; nil: as the kernel does.
    package init(
        passcode: String? = "1234", inKernel: Bool = true,
        now: @escaping @Sendable () -> Double = SystemClock.absoluteTime,
        asleep: @escaping @Sendable () -> Int64 = SystemClock.timeAsleep,
        boot: (@Sendable () -> String?)? = nil
    ) throws {
        keychain = Keychain(
            home: home.path,
            system: .quick(inKernel: inKernel, now: now, asleep: asleep, boot: boot))
        if let passcode { try keychain.setPasscode(passcode.passcode, old: nil) }
    }

    deinit { try? keychain.forgetUnlocked() }

    /// Brings about a state, from any other.
    public func enter(_ state: Keychain.LockState, _ passcode: String = "1234") throws {
        try keychain.forgetUnlocked()
        if state == .beforeFirstUnlock { return }
        try keychain.unlock(passcode: passcode.passcode)
        if state == .locked { try keychain.lock() }
    }
}
