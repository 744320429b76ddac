// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainExchange
import Testing

@Suite struct KeePassTests {
    @Test func everyPartOfAnEntryIsRead() throws {
        let file = try SampleFile("keepassxc-2.7.4.xml")
        #expect(file.format == .keepassxcXML)
        let reading = try file.read()
        #expect(
            reading.entries.first?.lines == [
                "title Git & \"forge\"", "user jane", "secret pa,ss\"word <1>",
                "url https://forge.example.org/login", "url https://forge.example.net",
                "notes first line\nsecond, line",
                "totp otpauth://totp/forge:jane?secret=JBSWY3DPEHPK3PXP&issuer=forge",
                "field Customer number=4711", "protected PIN=1234",
            ])
        #expect(reading.entries.first?.created == 725_857_445)
        #expect(
            reading.entries.dropFirst().map(\.lines) == [
                [
                    "title Wörk", "user root", "secret ünïcode",
                    "url ssh://host.example.org:2222", "folder Work / Servers",
                ], ["title Safe", "user ", "secret no web", "folder Work / Servers"],
            ])
        #expect(reading.faults.isEmpty)
        #expect(
            reading.omissions == [
                ExchangeFault("", "1 former version of an entry"),
                ExchangeFault("", "1 entry in the recycle bin"),
            ])
    }

    private func read(_ inside: String) throws -> ExchangeReading {
        try SampleFile(
            text: "<KeePassFile>\n<Root><Group><Name>R</Name>\(inside)</Group></Root></KeePassFile>"
        ).read(.keepassxcXML)
    }

    private func strings(_ strings: KeyValuePairs<String, String>) -> String {
        let texts = strings.map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }
        return "<Entry>\(texts.joined())</Entry>"
    }

    /// "12345678901234567890" in four forms.
    @Test(arguments: [
        ("TimeOtp-Secret-Base32", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        ("TimeOtp-Secret-Hex", "3132333435363738393031323334353637383930"),
        ("TimeOtp-Secret-Base64", "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="),
        ("TimeOtp-Secret", "12345678901234567890"),
    ])
    func theSettingsOfASeedAreRead(_ name: String, _ value: String) throws {
        let reading = try read(
            strings([
                "TimeOtp-Algorithm": "HMAC-SHA-256", "TimeOtp-Length": "8",
                "TimeOtp-Period": "60", name: value, "Title": "a", "UserName": "b",
            ]))
        #expect(reading.faults == [])
        #expect(
            reading.entries[0].lines == [
                "title a", "user b",
                "totp otpauth://totp/a:b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                    + "&period=60&digits=8&algorithm=SHA256&issuer=a",
            ])
    }

    /// The strings aren't marked as protected.
    @Test(arguments: ["TimeOtp-Secret-Base32", "HmacOtp-Secret", "TOTP Seed", "otp", "Password"])
    func aFurtherSeedOrPasswordIsASecret(_ name: String) throws {
        let first = strings([
            "otp": "JBSWY3DPEHPK3PXP", "Password": "p", "PIN": "1", name: "GEZDGNBV",
        ])
        #expect(
            try read(first).entries[0].lines == [
                "title ", "user ", "secret p", "totp JBSWY3DPEHPK3PXP", "field PIN=1",
                "protected \(name)=GEZDGNBV",
            ])
    }

    @Test func theSeedOfKeeOtpIsRead() throws {
        let value = "key=JBSWY3DPEHPK3PXP&amp;size=8&amp;step=60"
        #expect(
            try read(strings(["otp": value, "Title": "a"])).entries[0].lines == [
                "title a", "user ",
                "totp otpauth://totp/a:?secret=JBSWY3DPEHPK3PXP&period=60&digits=8&issuer=a",
            ])
    }

    @Test(arguments: [
        ("30;8", "&period=30&digits=8&issuer=a"), ("45;6", "&period=45&digits=6&issuer=a"),
        ("30;S", "&period=30&digits=6&issuer=a&encoder=steam"),
    ])
    func theOlderSettingsOfKeePassXCAreRead(_ settings: String, _ end: String) throws {
        let reading = try read(
            strings(["TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": settings, "Title": "a"]))
        #expect(reading.faults == [])
        #expect(
            reading.entries[0].lines == [
                "title a", "user ", "totp otpauth://totp/a:?secret=JBSWY3DPEHPK3PXP" + end,
            ])
        let bare = try read(strings(["TOTP Seed": "JBSWY3DPEHPK3PXP"]))
        #expect(bare.entries[0].lines.last == "totp JBSWY3DPEHPK3PXP")
    }

    @Test(arguments: [";", "30", "x;6", "30;x", "0;6"])
    func olderSettingsThatCanNotBeReadStay(_ settings: String) throws {
        let reading = try read(
            strings(["TOTP Seed": "JBSWY3DPEHPK3PXP", "TOTP Settings": settings]))
        #expect(reading.faults.count == 1)
        #expect(reading.entries[0].fields.count == 2)
    }

    @Test func aSeedOfCountedPasswordsIsRead() throws {
        let reading = try read(
            strings([
                "HmacOtp-Counter": "7",
                "HmacOtp-Secret-Hex": "3132333435363738393031323334353637383930",
                "Title": "a", "UserName": "b",
            ]))
        #expect(reading.faults == [])
        #expect(
            reading.entries[0].lines == [
                "title a", "user b",
                "totp otpauth://hotp/a:b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                    + "&counter=7&digits=6&issuer=a",
            ])
        let first = try read(strings(["HmacOtp-Secret-Base32": "JBSWY3DP", "Title": "a"]))
        #expect(
            first.entries[0].lines.last
                == "totp otpauth://hotp/a:?secret=JBSWY3DP&counter=0&digits=6&issuer=a")
    }

    /// An entry whose identifier has 16 times the byte of `digit` twice.
    private func entry(_ digit: Character, _ values: KeyValuePairs<String, String>) -> String {
        let byte = UInt8(String([digit, digit]), radix: 16)!
        let identifier = Data(repeating: byte, count: 16).base64EncodedString()
        return strings(values).replacing("<Entry>", with: "<Entry><UUID>\(identifier)</UUID>")
    }

    private func reference(_ field: String, _ digit: Character) -> String {
        "{REF:\(field)@I:\(String(repeating: digit, count: 32))}"
    }

    @Test func referencesBecomeWhatTheyReferTo() throws {
        let master = entry(
            "A",
            [
                "Title": "m", "UserName": "jane", "Password": "s3cret", "URL": "https://a.example",
                "Notes": "n",
            ])
        let clone = entry(
            "B",
            [
                "Title": reference("T", "a"), "UserName": reference("U", "A"),
                "Password": reference("P", "A"), "URL": reference("A", "A"),
                "Notes": reference("N", "A"), "PIN": reference("P", "A"),
            ])
        let further = entry("C", ["Title": "c", "Password": reference("P", "B").lowercased()])
        let empty = entry("D", ["Title": "d", "Password": reference("P", "E"), "UserName": "u"])
        let note = entry("E", ["Notes": reference("N", "A")])
        // An entry may refer to one behind it.
        let reading = try read(clone + further + empty + note + master)
        #expect(reading.faults == [])
        #expect(
            reading.entries.dropLast().map(\.lines) == [
                [
                    "title m", "user jane", "secret s3cret", "url https://a.example", "notes n",
                    "protected PIN=s3cret",
                ], ["title c", "user ", "secret s3cret"], ["title d", "user u"],
                ["title ", "user ", "secret n", "note"],
            ])
    }

    @Test func referencesInALongerTextAreReplaced() throws {
        let master = entry("A", ["UserName": "jane", "Password": "s3cret"])
        let clone = entry(
            "B",
            [
                "UserName": reference("U", "A") + "@example.org",
                "Password": "a" + reference("P", "A") + "b",
                "Notes": "{" + reference("U", "A") + reference("T", "A").lowercased() + " {x}",
            ])
        let reading = try read(clone + master + entry("C", ["Notes": "(\(reference("N", "B")))"]))
        #expect(reading.faults == [])
        #expect(
            reading.entries.map(\.lines) == [
                ["title ", "user jane@example.org", "secret as3cretb", "notes {jane {x}"],
                ["title ", "user jane", "secret s3cret"],
                ["title ", "user ", "secret ({jane {x})", "note"],
            ])
    }

    /// Ten entries, each of which refers twice to the next one.
    @Test func theReferencesThatAreFollowedAreLimited() throws {
        let digits = Array("0123456789")
        let entries = zip(digits, digits.dropFirst()).map { digit, next in
            entry(digit, ["Notes": reference("N", next) + reference("N", next)])
        }
        let reading = try read(entries.joined() + entry("9", ["Notes": "n"]))
        #expect(reading.entries[6].secret?.text == "nnnnnnnn")
        #expect(reading.entries[0].secret?.text?.hasPrefix("{REF:") == true)
        #expect(reading.faults.count == 5)
    }

    @Test func whatTheRecycleBinHasIsReferredToAsWell() throws {
        let bin =
            "<Group><UUID>YmlueWJpbnliaW55Ymlueg==</UUID>"
            + entry("A", ["Password": "s3cret"]) + "</Group>"
        let reading = try SampleFile(
            text: "<KeePassFile><Meta><RecycleBinUUID>YmlueWJpbnliaW55Ymlueg==</RecycleBinUUID>"
                + "</Meta><Root><Group>\(bin)\(entry("B", ["Password": reference("P", "A")]))"
                + "</Group></Root></KeePassFile>"
        ).read(.keepassxcXML)
        #expect(reading.entries.map(\.lines) == [["title ", "user ", "secret s3cret"]])
    }

    @Test(arguments: [
        "{REF:P@I:CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC}", "{REF:P@T:a}", "{REF:I@I:\(a)}",
        "1{REF:P@I:\(a)}", "{REF:P@I:\(b)}", "{ref:P@I:", "{REF:P@I:\(a)",
    ])
    func aReferenceThatCanNotBeFollowedIsListed(_ password: String) throws {
        let target = entry("A", ["Password": "{REF:P@I:\(Self.b)}"])
        let reading = try read(
            "\n" + entry("B", ["Password": password, "Title": "t"]) + "\n" + target)
        #expect(
            reading.faults.first
                == ExchangeFault(line: 3, "a reference to another entry, which can't be resolved"))
        #expect(reading.entries[0].secret?.text == password)
    }

    private static let a = String(repeating: "A", count: 32)
    private static let b = String(repeating: "B", count: 32)

    @Test(arguments: [("xyz", "6"), ("00", "many")])
    func aSeedThatCanNotBeReadStays(_ seed: String, _ length: String) throws {
        let reading = try read(strings(["TimeOtp-Secret-Hex": seed, "TimeOtp-Length": length]))
        #expect(reading.faults.count == 1)
        #expect(reading.entries[0].fields.count == 2)
    }

    @Test func entitiesSectionsAndCommentsAreRead() throws {
        let value = "a&lt;&#x20AC;&#65;<![CDATA[<b>&amp;]]><!-- no --> c\r\nd"
        let reading = try read(
            "<Entry><String><Key>Title</Key><Value>\(value)</Value></String><Empty/></Entry>")
        #expect(reading.faults == [])
        #expect(reading.entries.map(\.title) == ["a<€A<b>&amp; c\nd"])
    }

    @Test func whatIsWrongIsListedWithItsLine() throws {
        let attached = "<Entry>\n<Binary><Key>f</Key><Value Ref=\"0\"/></Binary></Entry>"
        let reading = try read(attached + "<Entry></Entrie>")
        #expect(reading.entries.count == 1)
        #expect(
            reading.faults == [
                ExchangeFault(
                    line: 3, "the element of line 3 isn't ended; nothing behind it was read")
            ])
        #expect(reading.attachments == [ExchangeFault(line: 3, "the attachment \"f\"")])
        let encrypted =
            "<Entry><String><Key>PIN</Key><Value Protected=\"True\">AA</Value></String></Entry>"
        #expect(try read(encrypted).faults == [ExchangeFault(line: 2, "an encrypted value")])
    }

    @Test func datesOfBothVersionsOfTheFormatAreRead() throws {
        // 0xe_dd25_7425 seconds after 0001-01-01 are 725 857 445 after 2001-01-01: 2024-01-02 03:04:05.
        for text in ["2024-01-02T03:04:05Z", "JXQl3Q4AAAA="] {
            let time = "<Times><CreationTime>\(text)</CreationTime></Times>"
            #expect(try read("<Entry>\(time)</Entry>").entries[0].created == 725_857_445, "\(text)")
        }
        for text in ["", "JXQl3Q4AAA==", "/////////38=", "never"] {
            let time = "<Times><CreationTime>\(text)</CreationTime></Times>"
            #expect(try read("<Entry>\(time)</Entry>").entries[0].created == nil, "\(text)")
        }
    }

    @Test func whatNoItemHoldsIsCounted() throws {
        let reading = try read(
            """
            <Notes>of a folder</Notes><Entry><CustomIconUUID>AA==</CustomIconUUID>
            <Times><Expires>True</Expires></Times>
            <AutoType><DefaultSequence>{USERNAME}</DefaultSequence><Association/></AutoType>
            <History><Entry/><Entry/></History></Entry>
            """)
        #expect(
            reading.omissions.map(\.rule) == [
                "2 former versions of entries", "1 expiry date", "1 icon",
                "2 sequences of Auto-Type", "1 folder's notes",
            ])
        #expect(reading.entries.count == 1)
    }

    @Test(arguments: [
        "<KeePassFile><Root><Group>", "<KeePassFile",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><KeePassFile/>",
        "<KeePassFile><Root><Group><Name>&b;</Name></Group></Root></KeePassFile>", "</a>", "<>",
        "<other/>", "",
    ])
    func aMalformedFileHasAFault(_ text: String) throws {
        let reading = try SampleFile(text: text).read(.keepassxcXML)
        #expect(reading.entries.isEmpty && reading.faults.count == 1)
    }

    @Test func groupsHaveALimit() throws {
        let deep = String(repeating: "<Group>", count: 100_000)
        #expect(
            try read(deep).faults.map(\.rule) == [
                "groups nested more than 64 deep; nothing behind it was read"
            ])
    }
}
