// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

@Suite struct PromptTests {
    private let first = "password data for new item: "
    private let second = "retype password for new item: "

    @Test func aPasswordIsAskedForTwiceAndNeverShown() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("add-generic-password", "-a", "me", "-s", "s", "-w")
        #expect(terminal.wait(for: first))
        #expect(!terminal.echoes)
        terminal.type("hidden\n")
        #expect(terminal.wait(for: second))
        #expect(!terminal.echoes)
        terminal.type("hidden\n")
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
        #expect(!terminal.screen.contains("hidden"))
        #expect(try workshop.security("find-generic-password", "-s", "s", "-w").text == "hidden\n")
    }

    @Test func standardInputThatIsATerminalIsAskedWithoutEcho() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal(
            "add-generic-password", "-a", "me", "-s", "s", "-w", "-")
        #expect(terminal.wait(for: first))
        #expect(!terminal.echoes)
        terminal.type("hidden\n")
        #expect(terminal.wait(for: second))
        terminal.type("hidden\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("hidden"))
    }

    @Test func threeTriesAndNoMore() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("add-generic-password", "-a", "me", "-s", "s", "-w")
        for attempt in 1...3 {
            #expect(terminal.wait(for: first))
            terminal.type("one\(attempt)\n")
            #expect(terminal.wait(for: second))
            terminal.type("two\n")
            #expect(terminal.wait(for: "don't match"))
        }
        #expect(terminal.end() == 1)
        #expect(
            terminal.screen.contains(
                "add-generic-password: the passwords didn't match in three attempts"))
        #expect(try workshop.security("find-generic-password", "-s", "s").status == 44)
    }

    @Test(
        arguments: [
            ("\u{3}", SIGINT), ("\u{1c}", SIGQUIT), ("", SIGTERM), ("", SIGHUP), ("", SIGALRM),
            ("", SIGUSR1), ("", SIGUSR2), ("", SIGVTALRM), ("", SIGPROF), ("", SIGXCPU),
        ])
    func aSignalAtThePromptEndsWithEchoBack(key: String, signal: Int32) throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("add-generic-password", "-a", "me", "-s", "s", "-w")
        #expect(terminal.wait(for: first))
        #expect(!terminal.echoes)
        if key.isEmpty { kill(terminal.child.pid, signal) } else { terminal.type(key) }
        #expect(terminal.end() == -signal)
        #expect(terminal.echoes)
    }

    @Test func aStopAtThePromptGivesTheEchoBackUntilItGoesOn() throws {
        let workshop = try Workshop()
        let line = "security add-generic-password -a me -s s -w; echo stopped; fg; echo end $?"
        let terminal = try PseudoTerminal(
            ["bash", "-mc", line], in: workshop)
        #expect(terminal.wait(for: first))
        terminal.type("\u{1a}")
        #expect(terminal.wait(for: "stopped"))
        #expect(terminal.wait(for: first))
        #expect(!terminal.echoes)
        terminal.type("pw\n")
        #expect(terminal.wait(for: second))
        terminal.type("pw\n")
        #expect(terminal.wait(for: "end 0"))
        #expect(terminal.end() == 0)
        #expect(terminal.echoes)
    }

    @Test func theEndOfInputIsNoPassword() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("add-generic-password", "-a", "me", "-s", "s", "-w")
        #expect(terminal.wait(for: first))
        terminal.type("\u{4}")
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("no password was entered"))
        #expect(terminal.echoes)
    }

    @Test func aLineThatATerminalCannotHoldIsRefused() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("add-generic-password", "-a", "me", "-s", "s", "-w")
        #expect(terminal.wait(for: first))
        for _ in 0..<50 { terminal.type(String(repeating: "x", count: 100)) }
        terminal.type("\n")
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("too long for the terminal"))
        #expect(terminal.echoes)
    }

    @Test func theInteractiveModeAsksAtATerminal() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("-i")
        #expect(terminal.wait(for: "security> "))
        terminal.type("add-generic-password -a me -s s -w\n")
        #expect(terminal.wait(for: first))
        terminal.type("pw\n")
        #expect(terminal.wait(for: second))
        terminal.type("pw\n")
        #expect(terminal.wait(for: "security> "))
        terminal.type("find-generic-password -s s -w\n")
        #expect(terminal.wait(for: "pw\r\n"))
        #expect(terminal.wait(for: "security> "))
        terminal.type("frob\n")
        #expect(terminal.wait(for: "frob: returned 1"))
        terminal.type("quit\n")
        #expect(terminal.end() == 0)
    }

    @Test func thePromptOfTheInteractiveModeIsTheCallersToSet() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("-p", "hello: ")
        #expect(terminal.wait(for: "hello: "))
        terminal.type("\u{4}")
        #expect(terminal.end() == 0)
    }
}
