// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// `item -y` at a terminal.
@Suite struct PasscodePromptTests {
    /// Returns a store with a passcode, and an item that requires it.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        let item = "class=genp,acct=guarded,accc=dk;od(cup(true))"
        try #require(workshop.security("item", "-a", item, "-d", "hidden").status == 0)
        try #require(
            workshop.security("set-keychain-password", "-o", "", "-p", "code").status == 0)
        return workshop
    }

    private func end(_ workshop: Workshop) throws {
        // What the kernel keeps of it goes with the file.
        #expect(try workshop.security("delete-keychain", "-f", "login.keychain").status == 0)
    }

    private func ask(_ workshop: Workshop) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            [Workshop.command, "item", "-y", "-g", "class=genp,acct=guarded"], in: workshop)
        #expect(terminal.wait(for: "passcode: "))
        #expect(!terminal.echoes)
        return terminal
    }

    @Test func thePasscodeIsAskedForOnceAndNeverShown() throws {
        let workshop = try workshop()
        let right = try ask(workshop)
        right.type("code\n")
        #expect(right.wait(for: "/hidden/ 68696464656E"))
        #expect(right.end() == 0)
        #expect(!right.screen.contains("code\r") && right.echoes)
        let wrong = try ask(workshop)
        wrong.type("Code\n")
        #expect(wrong.end() == 51)
        #expect(!wrong.screen.contains("hidden") && wrong.echoes)
        try end(workshop)
    }

    @Test func controlCEndsWithEchoBack() throws {
        let workshop = try workshop()
        let terminal = try ask(workshop)
        terminal.type("\u{3}")
        #expect(terminal.end() == -SIGINT)
        #expect(terminal.echoes)
        try end(workshop)
    }
}
