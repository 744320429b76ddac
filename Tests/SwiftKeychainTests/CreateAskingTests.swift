// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// New keychains whose password the user chooses; the test plays the user.
@Suite struct CreateAskingTests {
    let home = TemporaryHome()

    /// Makes a keychain as a program that asks with `prompter`.
    private func create(
        _ path: String = "work", _ prompter: Prompter,
        _ authentication: Authentication = Authentication()
    ) throws -> Keychain {
        let login = Keychain(home: home.path, system: .quick(), prompter: prompter)
        return try Keychain.$override.withValue(login) {
            try Keychain.create(path: path, asking: authentication)
        }
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home.path + "/keychains")) ?? []
    }

    @Test func thePasswordThatIsTypedUnlocks() throws {
        let user = TestUser(answers: [.types("new")])
        let work = try create("work", user.prompter, Authentication(reason: "to share"))
        defer { try? work.forgetUnlocked() }
        #expect(user.prompts[0].isNew)
        #expect(user.prompts[0].description.contains("to share\n\(work.path)"))
        #expect(try work.hasPasscode())
        #expect(try work.lockState() == .unlocked)
        try work.lock()
        #expect {
            try work.unlock(passcode: "old".passcode)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        try work.unlock(passcode: "new".passcode)
    }

    @Test func anEmptyOneIsAskedForAgain() throws {
        let user = TestUser(answers: [.types(""), .types(""), .types("new")])
        let work = try create("work", user.prompter)
        defer { try? work.forgetUnlocked() }
        #expect(user.prompts.map { $0.error != nil } == [false, true, true])
        #expect(try work.hasPasscode())
        let stubborn = TestUser(answers: Array(repeating: .types(""), count: 30))
        #expect {
            try create("other", stubborn.prompter)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(stubborn.askedCount == 20)
        #expect(!names.contains("other"))
    }

    @Test func withoutAnAnswerNothingIsMade() throws {
        for answer in [TestUser.Answer.cancels, .waits] {
            #expect {
                try create("work", TestUser(answers: [answer]).prompter)
            } throws: { KeychainError.Code.userCanceled ~= $0 }
        }
        #expect {
            try create("work", TestUser(isThere: false).prompter)
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect {
            try create("work", TestUser().prompter, Authentication(policy: .fail))
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect(names.isEmpty)
    }

    @Test func whatCannotBeMadeIsNotAskedFor() throws {
        let work = try create("work", TestUser(answers: [.types("1")]).prompter)
        defer { try? work.forgetUnlocked() }
        let user = TestUser(answers: [.types("2")])
        for (path, code) in [
            ("work", KeychainError.Code.duplicateKeychain),
            ("search-list.lock", .duplicateKeychain),
            ("folder/", .parameter), ("", .parameter),
        ] {
            #expect { try create(path, user.prompter) } throws: { code ~= $0 }
        }
        #expect(user.askedCount == 0)
    }

    /// While the user is asked, the name can be taken and the list changed.
    @Test func nothingIsHeldMeanwhile() throws {
        let login = Keychain(home: home.path, system: .quick())
        var prompter = TestUser().prompter
        prompter.secret = { (_, _) throws(PromptFailure) in
            do {
                _ = try Keychain.$override.withValue(login) { try Keychain.create(path: "work") }
            } catch {
                throw .unavailable("\(error)")
            }
            return "new".passcode
        }
        #expect { try create("work", prompter) } throws: {
            KeychainError.Code.duplicateKeychain ~= $0
        }
        // The keychain of the first caller is unchanged.
        #expect(try !login.sibling("work").hasPasscode())
    }
}
