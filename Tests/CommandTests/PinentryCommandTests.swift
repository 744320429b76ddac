// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// `security` and the installed pinentry; the test plays the user.
@Suite(.enabled(if: PinentryTests.isInstalled, "pinentry-tty is not installed"))
struct PinentryCommandTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        workshop.environment["KEYCHAIN_PINENTRY"] = "/usr/bin/pinentry-tty"
        workshop.environment["TERM"] = "xterm"
        return workshop
    }

    /// Returns a store with a passcode, and an item that requires only it.
    private func guarded() throws -> Workshop {
        let workshop = try workshop()
        let item = "class=genp,acct=me,svce=guarded,accc=dk;od(cpo(DeviceOwnerAuthentication))"
        try #require(workshop.security("item", "-a", item, "-d", "hidden").status == 0)
        try #require(
            workshop.security("set-keychain-password", "-o", "", "-p", "letmein").status == 0)
        return workshop
    }

    private func run(_ workshop: Workshop, _ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal([Workshop.command] + words, in: workshop)
    }

    private func answer(_ terminal: PseudoTerminal, _ prompt: String, _ word: String) {
        #expect(terminal.wait(for: prompt))
        terminal.type(word + "\n")
    }

    private func delete(_ names: String..., in workshop: Workshop) throws {
        // What the kernel keeps of them goes with the files.
        for name in names {
            #expect(try workshop.security("delete-keychain", "-f", name).status == 0)
        }
    }

    /// One process does it all: where the kernel keeps nothing, another would find it locked.
    @Test func theUserUnlocksAKeychain() throws {
        let workshop = try workshop()
        let terminal = try run(workshop, "-i")
        for line in [
            "create-keychain -p letmein work", "add-generic-password -a me -s s -w hidden work",
            "lock-keychain work", "unlock-keychain -u work",
        ] {
            answer(terminal, "security> ", line)
        }
        #expect(terminal.wait(for: "security asks for the password of a keychain"))
        #expect(terminal.wait(for: "/keychains/work"))
        answer(terminal, "Password:", "wrong")
        #expect(terminal.wait(for: "Incorrect, or too many"))
        answer(terminal, "Password:", "letmein")
        // Unlocked now, and asked for no more.
        answer(terminal, "security> ", "unlock-keychain -u work")
        answer(terminal, "security> ", "find-generic-password -s s -w work")
        #expect(terminal.wait(for: "hidden\r\n"))
        answer(terminal, "security> ", "quit")
        #expect(terminal.end() == 0)
        // The first line shows it; what the questions were answered with isn't shown.
        let answers = terminal.screen.components(separatedBy: "Password:").dropFirst().joined()
        #expect(!answers.contains("letmein"))
        try delete("work", in: workshop)
    }

    @Test func aCancelUnlocksNothing() throws {
        let workshop = try workshop()
        #expect(try workshop.security("create-keychain", "-p", "letmein", "work").status == 0)
        #expect(try workshop.security("lock-keychain", "work").status == 0)
        let terminal = try run(workshop, "unlock-keychain", "-u", "work")
        #expect(terminal.wait(for: "Password:"))
        terminal.type("\u{4}")
        #expect(terminal.end() == 128)
        #expect(terminal.screen.contains("SecKeychainUnlock work: "))
        #expect(terminal.echoes)
        try delete("work", in: workshop)
    }

    @Test func theUserChoosesThePasswordOfANewKeychain() throws {
        let workshop = try workshop()
        let terminal = try run(workshop, "create-keychain", "-P", "work")
        for word in ["", "", "one", "other", "letmein", "letmein"] {
            answer(terminal, "Password:", word)
            if word == "other" { #expect(terminal.wait(for: "do not match")) }
        }
        #expect(terminal.end() == 0)
        #expect(terminal.screen.contains("can't be empty"))
        #expect(!terminal.screen.contains("letmein"))
        #expect(try workshop.security("unlock-keychain", "-p", "one", "work").status == 51)
        #expect(try workshop.security("unlock-keychain", "-p", "letmein", "work").status == 0)
        #expect(
            try workshop.security("create-keychain", "-P", "-p", "x", "other").status == 2)
        try delete("work", in: workshop)
    }

    @Test func anItemOpensForThePasscode() throws {
        let workshop = try guarded()
        let terminal = try run(workshop, "find-generic-password", "-s", "guarded", "-w")
        #expect(terminal.wait(for: "security asks for the passcode of the keychain"))
        answer(terminal, "Passcode:", "wrong")
        #expect(terminal.wait(for: "Incorrect, or too many"))
        answer(terminal, "Passcode:", "letmein")
        #expect(terminal.wait(for: "hidden\r\n"))
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("letmein") && terminal.echoes)
        let item = try run(
            workshop, "item", "-g", "class=genp,svce=guarded,u_AuthUI=u_AuthUIA")
        answer(item, "Passcode:", "letmein")
        #expect(item.wait(for: "/hidden/"))
        #expect(item.end() == 0)
        try delete("login.keychain", in: workshop)
    }

    @Test func aCancelOpensNothing() throws {
        let workshop = try guarded()
        let terminal = try run(workshop, "find-generic-password", "-s", "guarded", "-w")
        #expect(terminal.wait(for: "Passcode:"))
        terminal.type("\u{4}")
        #expect(terminal.end() == 128)
        #expect(!terminal.screen.contains("hidden") && terminal.echoes)
        try delete("login.keychain", in: workshop)
    }

    /// A shell lives on, as a user's does: the end of a session's first process would take the terminal
    /// from all others.
    @Test(
        arguments: [
            ("\u{3}", SIGINT), ("\u{1c}", SIGQUIT), ("", SIGTERM), ("", SIGHUP), ("", SIGALRM),
            ("", SIGUSR1),
        ])
    func aSignalPutsTheTerminalBack(key: String, signal: Int32) throws {
        let workshop = try guarded()
        let command = "echo pid $$.; exec security find-generic-password -s guarded -w"
        let line = "trap : INT QUIT TERM HUP; sh -c '\(command)'; echo end $?; read x"
        let terminal = try PseudoTerminal(["sh", "-c", line], in: workshop)
        #expect(terminal.wait(for: "Passcode:"))
        #expect(terminal.waits { !$0.echoes })
        if key.isEmpty {
            let word = terminal.screen.components(separatedBy: "pid ")[1].prefix { $0 != "." }
            kill(try #require(pid_t(word)), signal)
        } else {
            terminal.type(key)
        }
        #expect(terminal.wait(for: "end \(128 + signal)"))
        #expect(terminal.echoes)
        terminal.type("\n")
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("hidden"))
        try delete("login.keychain", in: workshop)
    }
}
