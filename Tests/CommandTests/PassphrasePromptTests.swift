// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct PassphrasePromptTests {
    private let file = Workshop.fixtures + "/server.p12"

    @Test func anImportAsksAgainAfterAWrongPassphrase() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("import", file)
        for passphrase in ["wrong", "fixture"] {
            #expect(terminal.wait(for: "server.p12: "))
            #expect(!terminal.echoes)
            terminal.type(passphrase + "\n")
            if passphrase == "wrong" { #expect(terminal.wait(for: "incorrect passphrase")) }
        }
        #expect(terminal.end() == 0)
        #expect(terminal.screen.contains("1 identity imported."))
        #expect(!terminal.screen.contains("fixture"))
    }

    @Test func anImportAsksThreeTimesAndNoMore() throws {
        let workshop = try Workshop()
        let terminal = try workshop.terminal("import", file)
        for attempt in 1...3 {
            #expect(terminal.wait(for: "server.p12: "))
            terminal.type("wrong\n")
            if attempt < 3 { #expect(terminal.wait(for: "incorrect passphrase")) }
        }
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("SecKeychainItemImport: The user name or passphrase"))
        #expect(try workshop.security("find-certificate").status == 44)
    }

    @Test func anExportAsksTwice() throws {
        let workshop = try Workshop()
        #expect(try workshop.security("import", file, "-P", "fixture").status == 0)
        let path = workshop.folder.appendingPathComponent("out.p12").path
        let terminal = try workshop.terminal(
            "export", "-t", "identities", "-f", "pkcs12", "-o", path)
        for word in ["one", "other", "hidden", "hidden"] {
            #expect(terminal.wait(for: "passphrase for the file: "))
            #expect(!terminal.echoes)
            terminal.type(word + "\n")
            if word == "other" { #expect(terminal.wait(for: "don't match")) }
        }
        #expect(terminal.end() == 0)
        #expect(!terminal.screen.contains("hidden"))
        let again = try Workshop()
        let result = try again.security("import", path, "-P", "hidden")
        #expect(result.text == "1 identity imported.\n", "\(result.errors)")
    }

    /// Only `-P ''` gives an empty passphrase.
    @Test func anExportDoesNotTakeAnEmptyPassphraseThatIsTyped() throws {
        let workshop = try Workshop()
        #expect(try workshop.security("import", file, "-P", "fixture").status == 0)
        let terminal = try workshop.terminal("export", "-t", "identities", "-f", "pkcs12")
        for _ in 1...2 {
            #expect(terminal.wait(for: "passphrase for the file: "))
            terminal.type("\n")
        }
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("export: the passphrase can't be empty"))
    }

    /// A backup asks twice, a restore once; both show how far they have come.
    @Test func aBackupAsksAndShowsItsProgress() throws {
        let workshop = try Workshop()
        let commands = (0..<300).map { "add-generic-password -a \($0) -s s -w x\n" }.joined()
        #expect(try workshop.security("-i", input: Array(commands.utf8)).status == 0)
        let path = workshop.folder.appendingPathComponent("archive").path
        let export = try workshop.terminal("keychain-export", path)
        for word in ["one", "other", "hidden", "hidden"] {
            #expect(export.wait(for: "passphrase for the archive: "))
            #expect(!export.echoes)
            export.type(word + "\n")
            if word == "other" { #expect(export.wait(for: "don't match")) }
        }
        #expect(export.wait(for: "256 of 300 items exported"))
        #expect(export.end() == 0)
        #expect(export.screen.contains("\u{1b}[K300 items exported."))
        workshop.environment["KEYCHAIN_HOME"] = workshop.folder.appendingPathComponent("b").path
        let restore = try workshop.terminal("keychain-import", path)
        #expect(restore.wait(for: "archive: "))
        restore.type("hidden\n")
        #expect(restore.wait(for: "256 of 300 items restored"))
        #expect(restore.end() == 0)
        #expect(restore.screen.contains("300 items restored."))
        #expect(!(export.screen + restore.screen).contains("hidden"))
    }
}
