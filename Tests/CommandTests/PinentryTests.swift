// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The installed pinentry programs, on a terminal of their own; the test plays the user.
@Suite struct PinentryTests {
    static let probe = URL(fileURLWithPath: Workshop.command).deletingLastPathComponent()
        .appendingPathComponent("PromptProbe").path

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/pinentry-tty")

    private func terminal(_ words: String...) throws -> PseudoTerminal {
        let workshop = try Workshop()
        workshop.environment["KEYCHAIN_PINENTRY"] = "/usr/bin/pinentry-tty"
        workshop.environment["TERM"] = "xterm"
        return try PseudoTerminal([Self.probe] + words, in: workshop)
    }

    @Test(.enabled(if: isInstalled, "pinentry-tty is not installed"))
    func aSecretIsTypedUnseen() throws {
        let terminal = try terminal("old", "60")
        #expect(terminal.wait(for: "A second line of 100 %."))
        #expect(terminal.wait(for: "Passcode:"))
        terminal.type("pass word%\n")
        #expect(terminal.wait(for: "secret <pass word%>"))
        #expect(terminal.end() == 0)
        #expect(terminal.screen.components(separatedBy: "pass word").count == 2)
    }

    @Test(.enabled(if: isInstalled, "pinentry-tty is not installed"))
    func aNewSecretIsTypedTwice() throws {
        let terminal = try terminal("new", "60")
        for word in ["one", "other", "same", "same"] {
            #expect(terminal.wait(for: "Passcode:"))
            terminal.type(word + "\n")
        }
        #expect(terminal.wait(for: "secret <same>"))
        #expect(terminal.end() == 0)
    }

    @Test(.enabled(if: isInstalled, "pinentry-tty is not installed"))
    func noAnswerInTime() throws {
        // Whether the prompt is shown before the time is over depends on the machine.
        let terminal = try terminal("old", "1")
        #expect(terminal.wait(for: "failure <timedOut>"))
        #expect(terminal.end() == 0)
    }

    @Test func withoutATerminalThereIsNoPrompt() throws {
        let workshop = try Workshop()
        let child = try Child(
            [Self.probe, "old", "60"].map { Array($0.utf8) }, environment: workshop.environment,
            descriptors: [
                .file("/dev/null", O_RDONLY),
                .file(workshop.folder.path + "/out", O_WRONLY | O_CREAT), .same(1),
            ])
        #expect(child.wait() == 0)
        let text = try String(contentsOfFile: workshop.folder.path + "/out", encoding: .utf8)
        #expect(text.contains("no terminal and no display"))
    }
}
