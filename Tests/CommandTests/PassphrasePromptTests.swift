import Foundation
import Testing

@Suite struct PassphrasePromptTests {
    private func terminal(_ workshop: Workshop, _ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal([Workshop.command] + words, in: workshop)
    }

    private let file = Workshop.fixtures + "/server.p12"

    @Test func anImportAsksAgainAfterAWrongPassphrase() throws {
        let workshop = try Workshop()
        let terminal = try terminal(workshop, "import", file)
        for passphrase in ["wrong", "fixture"] {
            #expect(terminal.wait(for: "server.p12: "))
            #expect(!terminal.echoes)
            terminal.type(passphrase + "\n")
            if passphrase == "wrong" { #expect(terminal.wait(for: "a wrong passphrase")) }
        }
        #expect(terminal.end() == 0)
        #expect(terminal.screen.contains("1 identity imported."))
        #expect(!terminal.screen.contains("fixture"))
    }

    @Test func anImportAsksThreeTimesAndNoMore() throws {
        let workshop = try Workshop()
        let terminal = try terminal(workshop, "import", file)
        for attempt in 1...3 {
            #expect(terminal.wait(for: "server.p12: "))
            terminal.type("wrong\n")
            if attempt < 3 { #expect(terminal.wait(for: "a wrong passphrase")) }
        }
        #expect(terminal.end() == 1)
        #expect(terminal.screen.contains("SecKeychainItemImport: The user name or passphrase"))
        #expect(try workshop.security("find-certificate").status == 44)
    }

    @Test func anExportAsksTwice() throws {
        let workshop = try Workshop()
        #expect(try workshop.security("import", file, "-P", "fixture").status == 0)
        let path = workshop.folder.appendingPathComponent("out.p12").path
        let terminal = try terminal(
            workshop, "export", "-t", "identities", "-f", "pkcs12", "-o", path)
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
}
