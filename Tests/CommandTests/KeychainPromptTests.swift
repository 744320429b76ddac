// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The commands for keychain files at a terminal.
@Suite struct KeychainPromptTests {
    private func answer(_ terminal: PseudoTerminal, _ prompt: String, _ word: String) {
        #expect(terminal.wait(for: prompt))
        #expect(!terminal.echoes)
        terminal.type(word + "\n")
    }

    @Test func passwordsAreAskedForAndNeverShown() throws {
        let workshop = try Workshop()
        let creation = try workshop.terminal("create-keychain", "work")
        for word in ["one", "other", "hidden", "hidden"] {
            answer(creation, "password for new keychain: ", word)
            if word == "other" { #expect(creation.wait(for: "don't match")) }
        }
        #expect(creation.end() == 0)
        let wrong = try workshop.terminal("unlock-keychain", "work")
        answer(wrong, "password to unlock work: ", "typo")
        #expect(wrong.end() == 51)
        let change = try workshop.terminal("set-keychain-password", "work")
        answer(change, "old password: ", "hidden")
        answer(change, "new password: ", "secret")
        answer(change, "retype new password: ", "secret")
        #expect(change.end() == 0)
        let right = try workshop.terminal("unlock-keychain", "work")
        answer(right, "password to unlock work: ", "secret")
        #expect(right.end() == 0)
        for screen in [creation.screen, wrong.screen, change.screen, right.screen] {
            #expect(!screen.contains("hidden") && !screen.contains("secret"))
        }
        _ = try workshop.security("delete-keychain", "work")
    }

    @Test func oneWithoutAPasswordIsNotAskedForTheOldOne() throws {
        let workshop = try Workshop()
        #expect(try workshop.security("create-keychain", "-p", "", "work").status == 0)
        let change = try workshop.terminal("set-keychain-password", "work")
        answer(change, "new password: ", "secret")
        answer(change, "retype new password: ", "secret")
        #expect(change.end() == 0)
        #expect(!change.screen.contains("old password"))
        #expect(
            try workshop.security("set-keychain-password", "-o", "x", "-p", "y", "work").status
                == 51)
        _ = try workshop.security("delete-keychain", "work")
    }
}
