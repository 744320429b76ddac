// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Items named at a terminal: the choice among several, and the questions of `add` and `delete`.
@Suite struct NamedItemTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        for account in ["ann", "bob"] {
            let words = [
                "add-generic-password", "-a", account, "-s", "mail", "-w", "pw-\(account)",
            ]
            try #require(workshop.run([Workshop.command] + words).status == 0)
        }
        return workshop
    }

    @Test func theUserChoosesAmongSeveral() throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("show", "-w", "mail")
        #expect(terminal.wait(for: " 1  generic      mail"))
        #expect(terminal.wait(for: " 2  generic      mail"))
        #expect(terminal.wait(for: "Which one? [1-2] "))
        terminal.type("2\n")
        #expect(terminal.wait(for: "pw-bob\r\n"))
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("pw-ann"))
    }

    @Test(arguments: ["\n", "0\n", "3\n", "x\n", "\u{4}", "\u{3}"])
    func otherAnswersChooseNothing(answer: String) throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("delete", "-y", "mail")
        #expect(terminal.wait(for: "Which one? [1-2] "))
        terminal.type(answer)
        #expect(terminal.end() != 0)
        #expect(try workshop.security("list").text.split(separator: "\n").count == 2)
    }

    @Test func noPromptListsThemInstead() throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("-n", "show", "mail")
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("2 items have this name"))
        #expect(!terminal.screen.contains("Which one?"))
    }

    @Test func aDeletionAsks() throws {
        let workshop = try workshop()
        let kept = try workshop.terminal("delete", "bob")
        #expect(kept.wait(for: "delete this item? [y/N] "))
        kept.type("\n")
        #expect(kept.end() == 1)
        let deleted = try workshop.terminal("delete", "bob")
        #expect(deleted.wait(for: "mail                          bob"))
        #expect(deleted.wait(for: "delete this item? [y/N] "))
        deleted.type("y\n")
        #expect(deleted.end() == 0)
        #expect(try workshop.security("show", "bob").status == 44)
        #expect(try workshop.security("show", "-w", "ann").text == "pw-ann\n")
    }

    @Test func anEditKeepsWhatIsLeftEmpty() throws {
        let workshop = try workshop()
        _ = try workshop.security("edit", "-j", "notes\n[keychain:details]\nfolder=Work", "bob")
        let terminal = try workshop.terminal("edit", "bob")
        for question in ["label [mail]: ", "account [bob]: ", "service [mail]: "] {
            #expect(terminal.wait(for: question))
            terminal.type("\n")
        }
        // The details of an imported entry are neither shown nor lost.
        #expect(terminal.wait(for: "comment [notes]: "))
        terminal.type("other\n")
        #expect(terminal.wait(for: "new password (empty: keep): "))
        terminal.type("\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("retype"))
        let shown = try workshop.security("show", "-g", "bob").text
        #expect(shown.contains("comment         other\n"))
        #expect(shown.contains("folder=Work\n"))
        #expect(shown.contains("password        pw-bob\n"))
    }

    @Test func anAdditionAsksTwice() throws {
        let workshop = try workshop()
        let terminal = try workshop.terminal("add", "shop/cy")
        #expect(terminal.wait(for: "password data for new item: "))
        #expect(!terminal.echoes)
        terminal.type("secret\n")
        #expect(terminal.wait(for: "retype password for new item: "))
        terminal.type("secret\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("secret"))
        #expect(try workshop.security("show", "-w", "shop").text == "secret\n")
    }
}
