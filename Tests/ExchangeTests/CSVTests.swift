// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

@Suite struct CSVTests {
    private static let seed = "otpauth://totp/forge:jane?secret=JBSWY3DPEHPK3PXP&issuer=forge"

    @Test(arguments: [
        "chrome.csv", "firefox.csv", "apple.csv", "bitwarden.csv", "1password.csv",
        "keepassxc-2.7.4.csv",
    ])
    func aFileIsRecognisedByItsHeader(_ name: String) throws {
        let file = try SampleFile(name)
        #expect(file.format.map { name.hasPrefix($0.rawValue) } == true)
        let reading = try file.read()
        #expect(reading.faults == [])
        #expect(reading.entries.count >= 2)
    }

    /// A row has no identifier to which another could refer.
    @Test func aReferenceOfKeePassXCIsListed() throws {
        let header = "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\"\n"
        let reading = try SampleFile(text: header + "R,a,u,{REF:P@I:AA},,\nR,b,u,{ref},,\n").read()
        #expect(reading.entries.map { $0.secret?.text } == ["{REF:P@I:AA}", "{ref}"])
        #expect(
            reading.faults == [
                ExchangeFault(line: 2, "a reference to another entry, which can't be resolved")
            ])
    }

    @Test func everyColumnOfABrowserIsKept() throws {
        let chrome = try SampleFile("chrome.csv").read().entries
        #expect(
            chrome[0].lines == [
                "title forge.example.org", "user jane", "secret pa,ss\"word",
                "url https://forge.example.org/login?next=%2F", "notes first line\nsecond",
            ])
        #expect(chrome[1].place == ":4")
        let firefox = try SampleFile("firefox.csv").read().entries
        #expect(
            firefox[1].lines == [
                "title ", "user admin", "secret geheim", "url http://router.example.org:8080",
                "realm Router",
            ])
        #expect(firefox[0].created == 725_857_445 && firefox[0].modified == 728_625_906)
    }

    @Test func everyColumnOfAPasswordManagerIsKept() throws {
        #expect(
            try SampleFile("apple.csv").read().entries[0].lines == [
                "title forge.example.org (jane)", "user jane", "secret pa,ss\"word",
                "url https://forge.example.org/", "notes first line\nsecond", "totp \(Self.seed)",
            ])
        let bitwarden = try SampleFile("bitwarden.csv").read().entries
        #expect(
            bitwarden[0].lines == [
                "title Forge", "user jane", "secret pa,ss\"word",
                "url https://forge.example.org/login", "url https://forge.example.net/a,b",
                "notes first line\nsecond", "totp JBSWY3DPEHPK3PXP", "field favorite=1",
                "protected Customer=4711", "protected PIN=1234", "folder Work > Servers",
            ])
        #expect(
            bitwarden[1].lines == ["title Safe", "user ", "secret left, right, left", "note"])
        #expect(
            try SampleFile("1password.csv").read().entries[0].lines == [
                "title Forge", "user jane", "secret pa,ss\"word",
                "url https://forge.example.org/login", "notes first line\nsecond",
                "totp \(Self.seed)", "field Favorite=true", "field Tags=work;git",
            ])
        #expect(
            try SampleFile("keepassxc-2.7.4.csv").read().entries[1].lines == [
                "title Wörk", "user root", "secret ünïcode", "url ssh://host.example.org:2222",
                "folder Work  >  Servers",
            ])
    }

    @Test func theRecycleBinIsCountedAndLeftOut() throws {
        let reading = try SampleFile("keepassxc-2.7.4.csv").read()
        #expect(reading.entries.map(\.title) == ["Git & \"forge\"", "Wörk", "Safe"])
        #expect(reading.omissions.map(\.rule) == ["1 entry in the recycle bin"])
    }

    /// Returns the values of a file with the columns name, url, username and password.
    private func read(_ rows: String, header: String = "name,url,username,password\n") throws
        -> ExchangeReading
    {
        try SampleFile(text: header + rows).read(.chrome)
    }

    /// The third row has no value, and is no entry.
    @Test func quotationLineEndsAndMarksFollowTheRule() throws {
        let reading = try read(
            "\"a\"\"b\",,\"c,d\",\"e\r\nf\"\"\"\r\n\r\n,,,\"\"\n\"\",x,y,z\r",
            header: "\u{feff}name,url,username,password\r\n")
        #expect(reading.faults == [])
        #expect(
            reading.entries.map(\.lines) == [
                ["title a\"b", "user c,d", "secret e\r\nf\""],
                ["title ", "user y", "secret z", "url x"],
            ])
        #expect(reading.entries.map(\.place) == [":2", ":6"])
    }

    /// As spreadsheets write them for the older Macintosh; the second value has the line ends of other systems.
    @Test(arguments: ["", "sep=,\r"])
    func linesMayEndWithCarriageReturns(_ first: String) throws {
        let file = SampleFile(
            text: first + "name,url,username,password,note\r\rA,,ann,\"p\nw\r\nx\ry\",\r"
                + "B,,\"bob\"b,pw,\rC,,carl,c,\r")
        #expect(file.format == .chrome)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                ["title A", "user ann", "secret p\nw\r\nx\ry"],
                ["title C", "user carl", "secret c"],
            ])
        let line = first.isEmpty ? 3 : 4
        #expect(reading.entries.first?.place == ":\(line)")
        #expect(
            reading.faults == [
                ExchangeFault(
                    line: line + 3, "text follows the closing quotation mark of a value")
            ])
    }

    @Test func whatIsWrongIsListedAndTheRestRead() throws {
        let reading = try read("a,b,c\nd,e,f,g\nh,i,j,\"k\"l\nm,n,o,p\nq,r,s,\"t\nu,v,w,x\n")
        #expect(
            reading.faults == [
                ExchangeFault(line: 2, "3 values, but the header has 4 columns"),
                ExchangeFault(line: 4, "text follows the closing quotation mark of a value"),
                ExchangeFault(
                    line: 6, "a quotation mark is never closed; nothing behind it was read"),
            ])
        #expect(reading.entries.map(\.title) == ["d", "m"])
        let bytes =
            Array("name,url,username,password\na,b,c,".utf8) + [0xff, 0x0a] + Array("d,e,f,g".utf8)
        let other = try SampleFile(bytes: bytes).read(.chrome)
        #expect(other.faults == [ExchangeFault(line: 2, "column \"password\": not UTF-8")])
        #expect(other.entries.map(\.title) == ["d"])
    }

    @Test func anUnknownColumnIsAProtectedField() throws {
        let reading = try read("a,b,c,d,e\n", header: "name,url,username,password,grouping\n")
        #expect(reading.entries[0].fields.map(\.name) == ["grouping"])
        #expect(reading.entries[0].fields[0].isProtected)
    }

    @Test(arguments: [";", "\t"])
    func aSpreadsheetsSeparatorIsRead(_ separator: String) throws {
        let text = "name;url;username;password\r\na,b;https://a.example;jane;\"p;,w\"\r\n"
        let file = SampleFile(text: text.replacing(";", with: separator))
        #expect(file.format == .chrome)
        #expect(
            try file.read().entries.map(\.lines) == [
                ["title a,b", "user jane", "secret p\(separator),w", "url https://a.example"]
            ])
    }

    /// As Excel reads it, whatever else the header has.
    @Test(arguments: [";", ",", "\t", "|"])
    func aLineNamesTheSeparator(_ separator: String) throws {
        let text =
            "\u{feff}sep=;\r\nname;url;username;password;\"a,b;c\"\r\na;;jane;\"p;,w\";\r\n"
        let file = SampleFile(text: text.replacing(";", with: separator))
        #expect(file.format == .chrome)
        let reading = try file.read()
        #expect(reading.faults == [])
        #expect(
            reading.entries.map(\.lines) == [["title a", "user jane", "secret p\(separator),w"]])
        #expect(reading.entries.map(\.place) == [":3"])
    }

    @Test(arguments: ["sep=", "sep=;", "sep=\"\n", "sep=;;\nname;url;username;password\n"])
    func anotherFirstLineIsNoSeparator(_ text: String) {
        #expect(SampleFile(text: text).format == nil)
    }

    @Test func aWrongFileIsRefused() throws {
        #expect(fault(SampleFile(text: "")) == ExchangeFault("", "empty"))
        #expect(
            fault(SampleFile(text: "title,url,username,password\n"))
                == ExchangeFault(line: 1, "the header has no column \"name\""))
        #expect(
            fault(SampleFile(bytes: [0xff, 0xfe, 0x61, 0]))
                == ExchangeFault("", "UTF-16; it must be UTF-8"))
        #expect(SampleFile(text: "-----BEGIN CERTIFICATE-----\n").format == nil)
    }

    /// Returns why a file isn't read as one of Chrome.
    private func fault(_ file: SampleFile) -> ExchangeFault? {
        ExchangeFault.thrown { _ = try file.read(.chrome) }
    }
}
