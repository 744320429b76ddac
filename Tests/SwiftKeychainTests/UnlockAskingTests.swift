// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Keychains whose password the user is asked for; the test plays the user.
@Suite struct UnlockAskingTests {
    let test: PasscodeHome

    init() throws { test = try PasscodeHome(passcode: "1234") }

    private func keychain(_ user: TestUser) -> Keychain { keychain(user.prompter) }

    private func keychain(_ prompter: Prompter) -> Keychain {
        Keychain(home: test.home.path, system: .quick(), prompter: prompter)
    }

    private let canceled = KeychainError.Code.userCanceled
    private let notAllowed = KeychainError.Code.interactionNotAllowed
    private let wrong = KeychainError.Code.authenticationFailed

    @Test(arguments: [Keychain.LockState.locked, .beforeFirstUnlock])
    func thePasswordUnlocksForAll(state: Keychain.LockState) throws {
        try test.enter(state)
        let user = TestUser(answers: [.types("1234")])
        try keychain(user).unlock(asking: Authentication(reason: "to sync"))
        #expect(try test.keychain.lockState() == .unlocked)
        #expect(user.prompts[0].description.contains("to sync\n\(test.keychain.path)"))
        #expect(!user.prompts[0].isNew && user.prompts[0].error == nil)
        // Nothing is asked while it is unlocked.
        try keychain(user).unlock()
        #expect(user.askedCount == 1)
    }

    /// Only the commands ask then; a program has `unlock(asking:)`.
    @Test func theCallsOfAProgramDoNotAsk() throws {
        _ = try test.keychain.add(NewItem(.genericPassword, attributes: [.service: .string("s")]))
        try test.enter(.locked)
        let user = TestUser(answers: [.types("1234")])
        let query = try Query(.genericPassword, .init([.service: .string("s")]))
        #expect { try keychain(user).find(query) } throws: { notAllowed ~= $0 }
        #expect(user.askedCount == 0)
        #expect(try test.keychain.lockState() == .locked)
    }

    @Test func wrongTwiceThenRight() throws {
        try test.enter(.locked)
        let user = TestUser(answers: [.types("123"), .types(""), .types("1234")])
        try keychain(user).unlock()
        #expect(user.prompts.map { $0.error != nil } == [false, true, true])
        #expect(try test.keychain.lockState() == .unlocked)
    }

    @Test func noMoreThanTwentyTimes() throws {
        try test.enter(.locked)
        let user = TestUser(answers: Array(repeating: .types("x"), count: 30))
        #expect { try keychain(user).unlock() } throws: { wrong ~= $0 }
        #expect(user.askedCount == 20)
        #expect(try test.keychain.lockState() == .locked)
    }

    @Test func aMissingAnswerUnlocksNothing() throws {
        try test.enter(.locked)
        for answer in [TestUser.Answer.cancels, .waits] {
            #expect { try keychain(TestUser(answers: [answer])).unlock() } throws: {
                canceled ~= $0
            }
        }
        #expect { try keychain(TestUser(isThere: false)).unlock() } throws: { notAllowed ~= $0 }
        let user = TestUser(answers: [.types("1234")])
        #expect {
            try keychain(user).unlock(asking: Authentication(policy: .fail))
        } throws: { notAllowed ~= $0 }
        let ended = AuthenticationContext()
        ended.invalidate()
        #expect {
            try keychain(user).unlock(asking: Authentication(context: ended))
        } throws: { wrong ~= $0 }
        #expect(user.askedCount == 0)
        #expect(try test.keychain.lockState() == .locked)
    }

    @Test func theUserIsNotAskedWhereNothingIsLocked() throws {
        let user = TestUser(answers: [.types("1234")])
        let plain = try PasscodeHome(passcode: nil)
        try Keychain(home: plain.home.path, prompter: user.prompter).unlock()
        #expect {
            try keychain(user).sibling("none").unlock()
        } throws: { KeychainError.Code.noSuchKeychain ~= $0 }
        #expect(user.askedCount == 0)
    }

    @Test func severalAtOnceSeeOnePrompt() throws {
        try test.enter(.locked)
        let user = TestUser(answers: [.types("1234")])
        var prompter = user.prompter
        let inner = prompter.secret
        prompter.secret = { (prompt, deadline) throws(PromptFailure) in
            // Shown until all the others have come.
            let limit = ContinuousClock.now + .seconds(60)
            while Prompter.prompts.waitingCount < 7, .now < limit { usleep(1000) }
            return try inner(prompt, deadline)
        }
        let keychain = keychain(prompter)
        let threads = (0..<8).map { _ in
            let thread = Thread { try? keychain.unlock() }
            thread.start()
            return thread
        }
        for thread in threads { while !thread.isFinished { usleep(1000) } }
        #expect(user.askedCount == 1)
        #expect(try test.keychain.lockState() == .unlocked)
    }

    /// Another program may unlock and write while the user is asked.
    @Test func nothingIsHeldMeanwhile() throws {
        try test.enter(.locked)
        let other = test.keychain
        let user = TestUser(answers: [.types("wrong"), .cancels])
        var prompter = user.prompter
        let inner = prompter.secret
        prompter.secret = { (prompt, deadline) throws(PromptFailure) in
            do {
                try other.unlock(passcode: "1234".passcode)
                try other.add(.password(service: "meanwhile"))
            } catch {
                throw .unavailable("\(error)")
            }
            return try inner(prompt, deadline)
        }
        // The typed password is wrong, but the user isn't asked again, because it is unlocked already.
        try keychain(prompter).unlock()
        #expect(user.askedCount == 1)
        #expect(try other.find(.password([.service: .string("meanwhile")])).count == 1)
    }
}
