// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Calls on items that demand the user; the test plays the user.
@Suite struct AskingTests {
    let home = TemporaryHome()

    private func keychain(_ user: TestUser) -> Keychain { user.keychain(home: home.path) }

    private func store(
        _ flags: AccessControl.Flags, service: String = "s", password: String? = nil
    ) throws {
        let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: flags)
        let context = AuthenticationContext()
        context.applicationPassword = password.map { SecretBytes(copying: $0.utf8) }
        try keychain(TestUser(isThere: false)).add(
            .password(service: service, [.accessControl: .data(control.encoded())]),
            asking: Authentication(context: context))
    }

    private func query(
        _ context: AuthenticationContext? = nil,
        _ policy: Authentication.Policy = .allow, reason: String = "",
        limit: Query.Limit? = nil
    ) throws -> AskedQuery {
        var conditions = Query.Conditions()
        conditions.limit = limit
        return AskedQuery(
            try Query(.genericPassword, conditions),
            Authentication(policy: policy, context: context, reason: reason))
    }

    private func read(
        _ user: TestUser, _ query: AskedQuery, _ parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> [UInt8]? {
        try keychain(user).find(query, returning: parts)[0].secret?.copied
    }

    private let secret = Array("secret".utf8)

    static let byPasscode: [AccessControl.Flags] = [
        .userPresence, .devicePasscode, [.biometryAny, .or, .devicePasscode],
        [.companion, .biometryCurrentSet, .or, .devicePasscode], [.userPresence, .privateKeyUsage],
        [.devicePasscode, .and], [.devicePasscode, .or],
    ]

    @Test(arguments: byPasscode) func thePasscodeOpens(flags: AccessControl.Flags) throws {
        try store(flags)
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        #expect(try read(user, try query()) == secret)
        #expect(user.askedCount == 1)
        // Nothing of it is left for the next call.
        #expect { try read(user, try query()) } throws: { KeychainError.Code.userCanceled ~= $0 }
        #expect(user.askedCount == 2)
    }

    static let byDevice: [AccessControl.Flags] = [
        .biometryAny, .biometryCurrentSet, .companion, [.biometryAny, .or, .companion],
        [.biometryAny, .and, .devicePasscode], [.companion, .devicePasscode],
    ]

    @Test(arguments: byDevice) func aDeviceThatIsNotThereIsNotReplaced(
        flags: AccessControl.Flags
    ) throws {
        try store(flags)
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        #expect {
            try read(user, try query())
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect {
            try read(user, try query(nil, .fail))
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect(user.askedCount == 0)
    }

    @Test func wrongTwiceThenRight() throws {
        try store(.userPresence)
        let user = TestUser(
            passcode: "1234", answers: [.types("1"), .types(""), .types("1234")])
        #expect(try read(user, try query(reason: "to sign in")) == secret)
        #expect(user.prompts.map { $0.error != nil } == [false, true, true])
        #expect(user.prompts[0].description.contains("to sign in"))
    }

    @Test func noMoreThanTwentyTimes() throws {
        try store(.userPresence)
        let user = TestUser(
            passcode: "1234", answers: Array(repeating: .types("x"), count: 30))
        #expect {
            try read(user, try query())
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(user.askedCount == 20)
    }

    @Test func aCancelAndAMissingTerminalAreReported() throws {
        try store(.userPresence)
        let user = TestUser(passcode: "1234", answers: [.cancels])
        #expect { try read(user, try query()) } throws: { KeychainError.Code.userCanceled ~= $0 }
        #expect {
            try read(TestUser(passcode: "1234", isThere: false), try query())
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect {
            try read(TestUser(), try query())
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
    }

    @Test func aContextIsAskedOnceAndReusedAfterwards() throws {
        try store(.userPresence)
        let context = AuthenticationContext()
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        for _ in 0..<3 { #expect(try read(user, try query(context)) == secret) }
        // Without asking, where that is forbidden, and where items are skipped.
        #expect(try read(user, try query(context, .fail)) == secret)
        #expect(try read(user, try query(context, .skip)) == secret)
        #expect(user.askedCount == 1)
        #expect(try keychain(user).update(query(context), Change([.label: .string("l")])) == 1)
        #expect(user.askedCount == 1)
        // The passcode of one store says nothing about another.
        let other = AskingTests()
        try other.store(.userPresence)
        #expect {
            try other.read(user, try query(context, .fail))
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        context.invalidate()
        #expect {
            try read(user, try query(context))
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(user.askedCount == 1)
    }

    @Test func policiesAreObeyed() throws {
        try store(.userPresence)
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        #expect {
            try read(user, try query(nil, .fail))
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect {
            try read(user, try query(nil, .skip))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect(try keychain(user).find(query(), returning: []).count == 1)
        #expect(user.askedCount == 0)
        #expect(try read(user, try query(), .attributes) == nil)
        #expect(user.askedCount == 1)
    }

    @Test func updatesAskOutsideOfTheTransaction() throws {
        try store(.userPresence)
        let inner = keychain(TestUser())
        var prompter = TestUser(passcode: "1234").prompter
        prompter.secret = { (_, _) throws(PromptFailure) in
            // Another writer doesn't wait while the user is asked.
            guard (try? inner.add(.password(service: "while asking"))) != nil else {
                throw .canceled
            }
            return SecretBytes(copying: "1234".utf8)
        }
        let keychain = Keychain(home: home.path, prompter: prompter)
        var conditions = Query.Conditions([.service: .string("s")])
        conditions.limit = .all
        let query = try Query(.genericPassword, conditions)
        #expect(try keychain.update(query, Change([.label: .string("x")])) == 1)
        #expect(try inner.find(.password([.service: .string("while asking")])).count == 1)
    }

    /// Two calls see one prompt; when the context of one is ended, the other asks for itself.
    @Test func aWithdrawnPromptIsShownAgainToOtherCallers() throws {
        try store(.userPresence)
        let ended = AuthenticationContext()
        let prompts = Atomic(0)
        let (isShown, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var prompter = TestUser(passcode: "1234").prompter
        prompter.secret = { (prompt, _) throws(PromptFailure) in
            guard prompt.context === ended else {
                prompts.add(1, ordering: .relaxed)
                return SecretBytes(copying: "1234".utf8)
            }
            isShown.signal()
            while Prompter.prompts.waitingCount == 0 { usleep(1000) }
            ended.invalidate()
            throw .withdrawn
        }
        let keychain = Keychain(home: home.path, prompter: prompter)
        let query = try query(ended)
        let isRefused = Mutex(false)
        Thread.detachNewThread {
            let isFailure = (try? keychain.find(query)) == nil
            isRefused.withLock { $0 = isFailure }
            isOver.signal()
        }
        // Only now: of two calls, the one that asks first is answered for both.
        try #require(isShown.wait(timeout: .now() + 60) == .success)
        let other = try self.query(AuthenticationContext())
        #expect(try keychain.find(other)[0].secret?.copied == secret)
        try #require(isOver.wait(timeout: .now() + 60) == .success)
        #expect(isRefused.withLock { $0 })
        #expect(prompts.load(ordering: .relaxed) == 1)
    }

    @Test func onePromptForManyItems() throws {
        for service in ["a", "b", "c"] { try store(.userPresence, service: service) }
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        #expect(try keychain(user).find(query(limit: .all)).count == 3)
        #expect(user.askedCount == 1)
    }
}
