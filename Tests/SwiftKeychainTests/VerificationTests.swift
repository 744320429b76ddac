// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A context's authentication ends when the keychain locks, and when its passcode changes.
@Suite struct VerificationTests {
    /// Is a way to end it.
    enum End: CaseIterable {
        case lock, lockOnceMore, lockAndUnlock, sleep, change, removal, otherStore
    }

    /// A keychain with a passcode, a user who knows it, and a machine whose sleep is simulated.
    private final class Scene: Sendable {
        private final class Sum: Sendable { let nanoseconds = Mutex<Int64>(3_600_000_000_000) }

        private let sum = Sum()
        private let test: PasscodeHome
        let user = TestUser(
            passcode: "1234", answers: [.types("1234"), .types("1234"), .types("1234")])
        var keychain: Keychain { user.keychain(home: test.home.path) }

        init(inKernel: Bool) throws {
            test = try PasscodeHome(
                inKernel: inKernel, asleep: { [sum] in sum.nanoseconds.withLock { $0 } })
            try test.keychain.setSettings(LockSettings(lockOnSleep: true))
            try add()
        }

        private func add() throws {
            let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: .userPresence)
            try keychain.add(.password(service: "s", [.accessControl: .data(control.encoded())]))
        }

        func read(
            _ context: AuthenticationContext, _ policy: Authentication.Policy = .allow
        ) throws(KeychainError) {
            _ = try keychain.find(
                try .password([.service: .string("s")]),
                asking: Authentication(policy: policy, context: context))
        }

        func bringAbout(_ end: End) throws {
            let keychain = test.keychain
            switch end {
            case .lock: try keychain.lock()
            case .lockOnceMore:
                try keychain.lock()
                try keychain.lock()
            case .lockAndUnlock:
                try keychain.lock()
                try keychain.unlock(passcode: "1234".passcode)
            case .sleep: sum.nanoseconds.withLock { $0 += 60_000_000_000 }
            case .change: try keychain.setPasscode("5678".passcode, old: "1234".passcode)
            case .removal: try keychain.setPasscode(nil, old: "1234".passcode)
            case .otherStore:
                try keychain.forgetUnlocked()
                try keychain.removeFiles()
                try keychain.setPasscode("1234".passcode, old: nil)
                try add()
            }
        }
    }

    private let closed = KeychainError.Code.interactionNotAllowed

    @Test(arguments: End.allCases, [true, false])
    func aContextEnds(end: End, inKernel: Bool) throws {
        let scene = try Scene(inKernel: inKernel)
        let context = AuthenticationContext()
        try scene.read(context)
        try scene.read(context, .fail)
        #expect(scene.user.askedCount == 1)
        try scene.bringAbout(end)
        #expect { try scene.read(context, .fail) } throws: { closed ~= $0 }
        #expect(context.verification(of: scene.keychain.path) == nil)
        try scene.read(context)
        #expect(scene.user.askedCount == 2)
        // What was asked anew holds.
        try scene.read(context, .fail)
    }

    /// Also where another process is the one that locks, and this one sees nothing but its epoch.
    @Test(arguments: [true, false])
    func whatIsVerifiedWhileLockedEndsWithTheNextLock(byAnother: Bool) throws {
        let scene = try Scene(inKernel: false)
        try scene.keychain.lock()
        let context = AuthenticationContext()
        try scene.read(context)
        try scene.read(context, .fail)
        if byAnother {
            try scene.keychain.engine().lockEpochs.raise([.whenUnlocked])
        } else {
            try scene.keychain.lock()
        }
        #expect { try scene.read(context, .fail) } throws: { closed ~= $0 }
    }

    /// The call that asks is answered, and no other.
    @Test func aLockDuringAPromptEndsItToo() throws {
        let test = try PasscodeHome(inKernel: false)
        let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: .userPresence)
        try test.keychain.add(.password(service: "s", [.accessControl: .data(control.encoded())]))
        var prompter = TestUser(passcode: "1234").prompter
        prompter.secret = { (_, _) throws(PromptFailure) in
            try? test.keychain.lock()
            return "1234".passcode
        }
        let keychain = Keychain(home: test.home.path, prompter: prompter)
        let query = try Query.password([.service: .string("s")])
        var asked = Authentication(context: AuthenticationContext())
        #expect(try keychain.find(query, asking: asked).count == 1)
        asked.policy = .fail
        #expect { try keychain.find(query, asking: asked) } throws: { closed ~= $0 }
    }

    /// An application password that was typed goes with the lock; one that the caller gave is its own.
    @Test func whatWasTypedEndsAndWhatWasGivenStays() throws {
        let test = try PasscodeHome(inKernel: false)
        let control = try AccessControl(
            protection: .alwaysThisDeviceOnly, flags: .applicationPassword)
        let given = AuthenticationContext()
        given.applicationPassword = "pw".passcode
        try test.keychain.add(
            .password(service: "s", [.accessControl: .data(control.encoded())]),
            asking: Authentication(context: given))
        let user = TestUser(passcode: "1234", answers: [.types("pw")])
        let keychain = user.keychain(home: test.home.path)
        let typed = AuthenticationContext()
        func read(_ context: AuthenticationContext, _ policy: Authentication.Policy) throws {
            _ = try keychain.find(
                try .password([.service: .string("s")]),
                asking: Authentication(policy: policy, context: context))
        }
        try read(typed, .allow)
        try read(typed, .fail)
        try test.keychain.lock()
        #expect { try read(typed, .fail) } throws: { closed ~= $0 }
        #expect(typed.applicationPassword == nil)
        try read(given, .fail)
        #expect(user.askedCount == 1)
    }
}
