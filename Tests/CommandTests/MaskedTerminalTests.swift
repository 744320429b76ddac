// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `security run` on the terminal of a user.
@Suite struct MaskedTerminalTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        workshop.environment["A"] = "keychain://api/me"
        _ = try workshop.security(
            "add-generic-password", "-a", "me", "-s", "api", "-w", "s3cret word")
        return workshop
    }

    private func terminal(_ workshop: Workshop, _ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal([Workshop.command, "run"] + words, in: workshop, columns: 90)
    }

    /// The secret is never on the screen, whether the program prints it, splits it, or has it typed and echoed.
    @Test func aSecretIsNeverShown() throws {
        let terminal = try terminal(
            workshop(), "-t", "--", "sh", "-c",
            """
            stty size; test -t 1 && echo "on a terminal: $A"
            printf s3; sleep 0.2; printf 'cret w'; sleep 0.2; echo ord
            printf %s "$A" | base64
            read line; echo "read: $line"
            """)
        #expect(terminal.wait(for: "24 90"))
        #expect(terminal.wait(for: "on a terminal: ***"))
        #expect(terminal.wait(for: "***"))
        #expect(terminal.wait(for: "***"))
        terminal.type("s3cret word\r")
        #expect(terminal.wait(for: "read: ***"))
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("s3cret word") && !terminal.screen.contains("czNjcmV0"))
    }

    /// On a terminal nothing is masked unless that is asked for.
    @Test func aTerminalShowsWhatTheProgramPrints() throws {
        let plain = try terminal(workshop(), "--", "printenv", "A")
        #expect(plain.wait(for: "s3cret word"))
        #expect(plain.end() == 0)
        let masked = try terminal(workshop(), "-m", "--", "printenv", "A")
        #expect(masked.wait(for: "***"))
        #expect(masked.end() == 0)
        #expect(!masked.screen.contains("s3cret word"))
    }

    @Test(arguments: [["-m"], ["-t"]]) func keysThatInterruptReachTheProgram(_ options: [String])
        throws
    {
        let workshop = try workshop()
        let script = "trap 'echo interrupted; exit 5' INT; echo ready; while :; do sleep 0.1; done"
        let terminal = try PseudoTerminal(
            [Workshop.command, "run"] + options + ["--", "sh", "-c", script], in: workshop)
        #expect(terminal.wait(for: "ready"))
        terminal.type("\u{3}")
        #expect(terminal.wait(for: "interrupted"))
        #expect(terminal.end() == 5)
        // Once.
        #expect(terminal.screen.components(separatedBy: "interrupted").count == 2)
    }
}
