// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@testable import securitycli

/// What only a terminal shows: the pager, colours and the editor of lines.
@Suite struct ScreenTests {
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        workshop.environment["TERM"] = "xterm"
        _ = try workshop.security("add-generic-password", "-a", "me", "-s", "there", "-w", "pw")
        return workshop
    }

    @Test func coloursAreForTerminalsWithoutNO_COLOR() throws {
        let workshop = try workshop()
        workshop.environment["PAGER"] = "cat"
        let escape = "\u{1b}["
        let coloured = try workshop.terminal("doctor")
        #expect(coloured.end() == 0)
        #expect(coloured.screen.contains("\(escape)32mok\(escape)m: store"))
        #expect(try !workshop.security("doctor").text.contains(escape))
        for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let former = workshop.environment[name]
            workshop.environment[name] = value
            let plain = try workshop.terminal("doctor")
            #expect(plain.end() == 0)
            #expect(plain.screen.contains("ok: store"))
            #expect(!plain.screen.contains(escape))
            workshop.environment[name] = former
        }
    }

    @Test func aPagerShowsLongListingsOnATerminal() throws {
        let workshop = try workshop()
        workshop.environment["PAGER"] = "sed s/^/paged:/"
        let paged = try workshop.terminal("list")
        #expect(paged.end() == 0)
        #expect(paged.screen.contains("paged:generic"))
        #expect(try workshop.security("list").text.hasPrefix("generic"))
        // It would wait for a key.
        let unasked = try workshop.terminal("-n", "list")
        #expect(unasked.end() == 0)
        #expect(unasked.screen.contains("generic") && !unasked.screen.contains("paged:"))
        workshop.environment["PAGER"] = "no-such-pager -x"
        let unpaged = try workshop.terminal("list")
        #expect(unpaged.end() == 0)
        #expect(unpaged.screen.contains("generic") && !unpaged.screen.contains("not found"))
        workshop.environment["PAGER"] = "sed s/^/paged:/"
        // The status is that of the command, and a pager that ends early does no harm.
        let missing = try workshop.terminal("search", "nothing")
        #expect(missing.end() == 44)
        workshop.environment["PAGER"] = "true"
        let early = try workshop.terminal("help")
        _ = early.end()
        #expect(!early.screen.contains("Usage"))
        let short = try workshop.terminal("show", "there")
        #expect(short.end() == 0)
        #expect(short.screen.contains("there"))
    }

    /// The reader of a pipe may print on the terminal of standard error.
    @Test func progressIsShownOnlyBesideAFile() throws {
        let workshop = try workshop()
        for (line, isShown) in [("dump-keychain | cat", false), ("dump-keychain >$T/out", true)] {
            let terminal = try PseudoTerminal(
                ["sh", "-c", "\(Workshop.command) \(line)"], in: workshop)
            #expect(terminal.end() == 0)
            #expect(terminal.screen.contains("\u{1b}[K") == isShown, "\(line)")
        }
    }

    @Test(arguments: [48, 60, 80, 100, 119, 300])
    func linesOfAListingFitTheTerminal(columns: Int) throws {
        let workshop = try workshop()
        workshop.environment["PAGER"] = "cat"
        workshop.environment["NO_COLOR"] = "1"
        let address = "https://a-long-name.example.org/with/a/path"
        for label in ["日本語のパスワードの長い名前です。もっと長い", String(repeating: "x", count: 70)] {
            _ = try workshop.security(
                "add-generic-password", "-a", "somebody@example.org", "-s", address + label, "-l",
                label,
                "-w", "pw")
        }
        let listing = try PseudoTerminal(
            [Workshop.command, "list"], in: workshop, columns: UInt16(columns))
        #expect(listing.end() == 0)
        let lines = listing.screen.split(separator: "\r\n").map(String.init)
        #expect(lines.count == 3)
        for line in lines { #expect(DisplayWidth.columns(line) <= columns, "\(line)") }
        // What fits is whole, and the columns begin below each other.
        #expect(lines[0].contains("there"))
        #expect(lines.contains { $0.contains("…") } == (columns < 300))
        #expect(listing.screen.contains(String(repeating: "x", count: 70)) == (columns == 300))
        // A file gets everything.
        #expect(
            try workshop.security("list").text.contains(address + String(repeating: "x", count: 70))
        )
    }

    private func session() throws -> (Workshop, PseudoTerminal) {
        let workshop = try workshop()
        workshop.environment["INPUTRC"] = "/dev/null"
        return (workshop, try workshop.terminal("-i"))
    }

    /// libedit is optional.
    private static let hasEditor = dlopen("libedit.so.2", RTLD_LAZY) != nil

    @Test(.enabled(if: hasEditor, "libedit is not installed"))
    func linesAreEditedCompletedAndRemembered() throws {
        let (workshop, terminal) = try session()
        #expect(terminal.wait(for: "security> "))
        terminal.type("find-gen\t-s therX\u{7f}e -w\n")
        #expect(terminal.wait(for: "pw\r\n"))
        #expect(terminal.wait(for: "security> "))
        // The last line again.
        terminal.type("\u{1b}[A\n")
        #expect(terminal.wait(for: "pw\r\n"))
        #expect(terminal.wait(for: "security> "))
        terminal.type("find-generic-password --show-p\t -s there\n")
        #expect(terminal.wait(for: "password: \"pw\""))
        #expect(terminal.wait(for: "security> "))
        terminal.type("quit\n")
        #expect(terminal.end() == 0)
        withExtendedLifetime(workshop) {}
    }

    @Test(.enabled(if: hasEditor, "libedit is not installed")) func noSecretIsRemembered() throws {
        let (workshop, terminal) = try session()
        #expect(terminal.wait(for: "security> "))
        terminal.type("error 0\n")
        #expect(terminal.wait(for: "returned 1"))
        #expect(terminal.wait(for: "security> "))
        terminal.type("add-generic-password -a a -s s -w hidden\n")
        #expect(terminal.wait(for: "security> "))
        terminal.type("\u{1b}[A")
        #expect(terminal.wait(for: "error 0"))
        terminal.type("\n")
        #expect(terminal.wait(for: "returned 1"))
        // The editor takes the terminal after its prompt: until then ^D would be the kernel's.
        #expect(terminal.wait(for: "security> "))
        terminal.type("\u{1b}[A")
        #expect(terminal.wait(for: "error 0"))
        terminal.type("\u{15}\u{4}")
        #expect(terminal.end() == 1)
        withExtendedLifetime(workshop) {}
    }

    @Test(
        arguments: [
            ("add-generic-password -a a -s s -w x", true), ("add-generic-password -wx", true),
            ("add-generic-password -Uw x", true), ("add-generic-password --pass x", true),
            ("add-generic-password --hex-password=12", true), ("unlock-keychain -p x", true),
            ("create-keychain -p x k", true), ("export -P x", true), ("item -d x class=genp", true),
            ("item -a class=genp,v_Data=x", true), ("item -Y x class=genp", true),
            ("add-generc-password -w x", true), ("set-keychain-password -o a -n b", true),
            ("add https://ann:x@a.example/", true), ("sync at https://ann:x@a.example/", true),
            ("sync join keychain-invite-1:AAAA", true), ("sync join -", false),
            ("add https://ann@a.example:8443/", false),
            ("find-generic-password -s s -w", false), ("list", false), ("item class=genp", false),
            ("lock-keychain k", false), ("find-internet-password -p path", false),
        ] as [(String, Bool)])
    func linesWithSecrets(line: String, mayContain: Bool) {
        let words = line.split(separator: " ").map { Array($0.utf8) }
        #expect(LineEditor.mayContainSecret(words) == mayContain)
    }
}
