// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A locked keychain, and a user at the terminal who knows its password.
@Suite struct LockedKeychainTests {
    private static let question = "asks for the password of a keychain, to unlock it."

    /// Returns a workshop whose login keychain is locked and holds a password of git and one of "mail".
    ///
    /// - Parameter pinentry: the program that asks; the default doesn't exist, so that the terminal itself asks.
    private func workshop(pinentry: String = "no-pinentry") throws -> Workshop {
        let workshop = try Workshop()
        workshop.environment["KEYCHAIN_PINENTRY"] = pinentry
        workshop.environment["TERM"] = "xterm"
        // It begins after the question, which would be shown by it otherwise.
        workshop.environment["PAGER"] = "sed s/^/paged:/"
        for words in [
            ["add-generic-password", "-a", "ann", "-s", "mail", "-w", "hidden"],
            [
                "add-internet-password", "-a", "ann", "-s", "example.org", "-r", "htps", "-w",
                "hidden",
            ],
            ["set-keychain-password", "-o", "", "-p", "letmein"], ["lock-keychain"],
        ] {
            try #require(workshop.run([Workshop.command] + words).status == 0)
        }
        return workshop
    }

    private func terminal(_ workshop: Workshop, _ line: String) throws -> PseudoTerminal {
        try PseudoTerminal(["sh", "-c", line], in: workshop)
    }

    /// Lets the user unlock the keychain.
    private func unlock(_ terminal: PseudoTerminal) {
        #expect(terminal.wait(for: Self.question))
        #expect(terminal.wait(for: "/keychain-2.db"))
        #expect(terminal.wait(for: "Password:"))
        #expect(terminal.waits { !$0.echoes })
        terminal.type("letmein\n")
    }

    private func delete(_ workshop: Workshop) throws {
        // What the kernel keeps of it goes with the file.
        let words = ["delete-keychain", "-f", "login.keychain"]
        #expect(try workshop.run([Workshop.command] + words).status == 0)
    }

    static let commands: [(line: String, shows: String)] = [
        ("security find-generic-password -s mail -w", "hidden\r\n"),
        ("security show -w mail", "hidden\r\n"), ("security list", "paged:generic"),
        ("security search ann", "paged:generic"), ("security dump-keychain", "paged:keychain"),
        ("security add-generic-password -a ann -s new -w x && echo done", "done"),
        ("security edit -j text mail && echo done", "done"),
        ("P=keychain://mail/ann security run -- sh -c 'echo $P'", "hidden\r\n"),
        ("echo '{{ keychain://mail/ann }}' | security inject", "hidden\r\n"),
        (
            "printf 'protocol=https\\nhost=example.org\\n' | git-credential-keychain get",
            "password=hidden"
        ),
        (
            """
            echo '{"ServerURL":"https://d.example.org","Username":"a","Secret":"b"}' \
            | docker-credential-keychain store && echo done
            """, "done"
        ),
    ]

    /// The question is asked once, and then the command goes on as if the keychain had been unlocked.
    @Test(arguments: commands)
    func theTerminalAsks(_ command: (line: String, shows: String)) throws {
        let workshop = try workshop()
        let terminal = try terminal(workshop, command.line)
        unlock(terminal)
        #expect(terminal.wait(for: command.shows), "\(terminal.screen)")
        #expect(terminal.end() == 0)
        #expect(terminal.screen.components(separatedBy: Self.question).count == 2)
        #expect(!terminal.screen.contains("letmein") && terminal.echoes)
        try delete(workshop)
    }

    @Test(.enabled(if: PinentryTests.isInstalled, "pinentry-tty is not installed"))
    func aPinentryAsksWhereThereIsOne() throws {
        let workshop = try workshop(pinentry: "/usr/bin/pinentry-tty")
        let terminal = try terminal(workshop, "security find-generic-password -s mail -w")
        unlock(terminal)
        #expect(terminal.wait(for: "hidden\r\n"))
        #expect(terminal.end() == 0)
        try delete(workshop)
    }

    @Test func aWrongPasswordIsAskedForAgain() throws {
        let workshop = try workshop()
        let terminal = try terminal(workshop, "security find-generic-password -s mail -w")
        #expect(terminal.wait(for: "Password:"))
        terminal.type("wrong\n")
        #expect(terminal.wait(for: "Incorrect"))
        #expect(terminal.wait(for: "Password:"))
        terminal.type("letmein\n")
        #expect(terminal.wait(for: "hidden\r\n"))
        #expect(terminal.end() == 0)
        try delete(workshop)
    }

    /// A user who doesn't want to is asked once, not for each class or keychain again.
    @Test(arguments: ["find-generic-password -s mail -w", "list", "show mail"])
    func aCancelEndsTheCommand(line: String) throws {
        let workshop = try workshop()
        let terminal = try terminal(workshop, "security \(line)")
        #expect(terminal.wait(for: "Password:"))
        terminal.type("\u{4}")
        #expect(terminal.end() == 128)
        #expect(terminal.screen.components(separatedBy: "Password:").count == 2)
        #expect(!terminal.screen.contains("hidden") && terminal.echoes)
        try delete(workshop)
    }

    static let silent = [
        "security --no-prompt find-generic-password -s mail -w",
        "security find-generic-password -s mail -w --no-prompt",
        "security -n show -w mail", "KEYCHAIN_NO_PROMPT=1 security list",
        "security item -g class=genp,svce=mail,u_AuthUI=u_AuthUIF",
    ]

    @Test(arguments: silent)
    func whereAskingIsForbiddenTheCommandEndsAtOnce(line: String) throws {
        let workshop = try workshop()
        let terminal = try terminal(workshop, line)
        #expect(terminal.end() == 36)
        #expect(!terminal.screen.contains("Password:"))
        #expect(
            terminal.screen.contains("the keychain is locked: security unlock-keychain)"),
            "\(terminal.screen)")
        try delete(workshop)
    }

    @Test(arguments: ["GIT_TERMINAL_PROMPT=0", "GIT_TERMINAL_PROMPT=False", "KEYCHAIN_NO_PROMPT=1"])
    func aHelperThatMustNotAskSaysWhy(variable: String) throws {
        let workshop = try workshop()
        let input = "printf 'protocol=https\\nhost=example.org\\n'"
        let terminal = try terminal(workshop, "\(input) | \(variable) git-credential-keychain get")
        #expect(terminal.end() == 1)
        #expect(!terminal.screen.contains("Password:"))
        #expect(terminal.screen.contains("the keychain is locked: security unlock-keychain)"))
        try delete(workshop)
    }

    /// `--no-prompt` covers every question of the command.
    @Test func noQuestionIsAskedAtAll() throws {
        let workshop = try workshop()
        let lines = [
            "security -n add-generic-password -a a -s b -w",
            "security -n delete-keychain login.keychain", "security -n unlock-keychain",
        ]
        for line in lines {
            let terminal = try terminal(workshop, line)
            #expect(terminal.end() == 1, "\(line)")
            #expect(terminal.waits { $0.echoes })
        }
        try delete(workshop)
    }
}
