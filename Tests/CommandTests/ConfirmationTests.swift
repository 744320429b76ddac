// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct ConfirmationTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        for account in ["1", "2"] {
            _ = try workshop.security("item", "-a", "class=genp,svce=many,acct=\(account)")
        }
        return workshop
    }

    private func count(_ workshop: Workshop) throws -> Int {
        try workshop.security("list").text.split(separator: "\n").count
    }

    @Test(arguments: ["\n", "n\n", "no\n", "yess\n", "\u{3}", "\u{4}"])
    func onlyYesDeletes(answer: String) throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("item", "-D", "class=genp")
        #expect(terminal.wait(for: "delete 2 items? [y/N] "))
        #expect(terminal.echoes)
        terminal.type(answer)
        #expect(terminal.end() != 0)
        #expect(terminal.echoes)
        #expect(try count(workshop) == 2)
    }

    @Test func yesDeletes() throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("item", "-D", "class=genp")
        #expect(terminal.wait(for: "delete 2 items? [y/N] "))
        terminal.type("yes\n")
        #expect(terminal.end() == 0)
        #expect(terminal.screen.contains("deleted 2 items"))
        #expect(try count(workshop) == 0)
    }

    @Test func theLoginKeychainIsAskedAbout() throws {
        let workshop = try workshop()
        let asked = try workshop.terminal("delete-keychain", "login.keychain")
        #expect(asked.wait(for: "with everything in it? [y/N] "))
        asked.type("\n")
        #expect(asked.end() == 1)
        #expect(try count(workshop) == 2)
        let again = try workshop.terminal("delete-keychain", "login.keychain")
        #expect(again.wait(for: "with everything in it? [y/N] "))
        again.type("Y\n")
        #expect(again.end() == 0)
        #expect(try count(workshop) == 0)
    }
}
