// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainExchange

/// The files of password managers in JSON, and their further CSV files.
@Suite struct PasswordManagerTests {
    private static let seed = "otpauth://totp/forge:jane?secret=JBSWY3DPEHPK3PXP&issuer=forge"

    @Test func everyPartOfABitwardenItemIsRead() throws {
        let file = try SampleFile("bitwarden.json")
        #expect(file.format == .bitwardenJSON)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title Forge", "user jane", "secret pa,ss\"word",
                    "url https://forge.example.org/login", "url https://forge.example.net/a,b",
                    "notes first line\nsecond", "totp JBSWY3DPEHPK3PXP", "field Customer=4711",
                    "field favorite=1", "field reprompt=1", "protected PIN=1234",
                    "folder Work > Servers",
                ], ["title Safe", "user ", "secret left, right, left", "note"],
                [
                    "title Card", "user ", "field brand=Visa", "field cardholderName=Jane",
                    "field expMonth=1", "field expYear=2030", "protected code=123",
                    "protected number=4111",
                ],
            ])
        #expect(reading.entries[0].created == 725_857_445)
        #expect(reading.entries[0].modified == 728_625_906)
        #expect(reading.entries.map(\.place) == [": item 1", ": item 2", ": item 3"])
        #expect(
            reading.omissions.map(\.rule) == [
                "1 former password", "1 passkey", "1 field that repeats another",
                "1 entry in the recycle bin",
            ])
    }

    @Test func everyPartOfA1PasswordItemIsRead() throws {
        let file = try SampleFile("1password.1pux")
        #expect(file.format == .onePUX)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title Forge", "user jane", "secret pa,ss\"word",
                    "url https://forge.example.org/login", "url https://forge.example.net",
                    "notes first line\nsecond", "totp \(Self.seed)", "field Customer=4711",
                    "field Favorite=true", "field Tags=work;git", "field colour=red",
                    "field home=Town, 1 Road", "field mail=jane@example.org",
                    "field since=2024-01-02", "field until=203001", "protected PIN=1234",
                    "folder Personal",
                ],
                [
                    "title Safe", "user ", "secret left, right, left", "field Archived=true",
                    "folder Personal", "note",
                ], ["title Plan", "user ", "folder Personal"],
                ["title Router", "user ", "secret geheim", "folder Personal"],
            ])
        #expect(reading.entries[0].created == 725_857_445)
        #expect(
            reading.faults == [
                ExchangeFault(": item 1", "the field \"what\" of an unknown kind")
            ])
        #expect(
            reading.omissions == [
                ExchangeFault(": item 1", "the attachment \"scan.png\""),
                ExchangeFault(": item 3", "the attachment \"plan.pdf\""),
                ExchangeFault("", "2 former passwords"),
            ])
    }

    @Test func birthdaysBefore1970AreRead() throws {
        func field(_ name: String, _ value: String) -> String {
            "{\"title\": \"\(name)\", \"value\": {\"date\": \(value)}}"
        }
        let fields = [
            field("born", "-1"), field("none", "null"), field("epoch", "0"),
            field("never", "9e18"), field("far", "999999999999999"),
        ].joined(separator: ", ")
        let text = """
            {"accounts": [{"vaults": [{"items": [{"details": {"sections": [{"fields": [\(fields)]}]}}]}]}]}
            """
        let reading = try SampleFile(text: text).bytes.withBytes { (bytes) throws(ExchangeFault) in
            try OnePasswordDocument.read(bytes)
        }
        #expect(
            reading.entries.map(\.lines) == [
                ["title ", "user ", "field born=1969-12-31", "field epoch=1970-01-01"]
            ])
        #expect(
            reading.faults
                == ["never", "far"].map {
                    ExchangeFault(": item 1", "the date \"\($0)\" is invalid")
                })
    }

    @Test func anItemInSeveralCollectionsKeepsTheirNames() throws {
        let text = """
            {"encrypted": false, "collections": [{"id": "a", "name": "One/Two"}, {"id": "b", "name": "Three"}],
            "items": [{"name": "x", "type": 1, "collectionIds": ["a", "b"], "archivedDate": "2024"}]}
            """
        let file = SampleFile(text: text)
        #expect(file.format == .bitwardenJSON)
        #expect(
            try file.read().entries.map(\.lines) == [
                [
                    "title x", "user ", "field archivedDate=2024", "field collection=Three",
                    "folder One > Two",
                ]
            ])
    }

    /// A name that isn't known may be a secret.
    @Test func anItemOfALaterKindKeepsItsTexts() throws {
        let file = SampleFile(
            text: """
                {"encrypted": false, "items": [{"type": 6, "name": "Bank", "secureNote": {"type": 0},
                  "bankAccount": {"bankName": "One", "accountNumber": "4711", "swiftCode": null}}]}
                """)
        let entry = try #require(try file.read().entries.first)
        #expect(
            entry.lines == [
                "title Bank", "user ", "protected accountNumber=4711", "protected bankName=One",
            ])
    }

    @Test func theAttachmentsOfABitwardenArchiveAreListed() throws {
        let file = try SampleFile("bitwarden.zip")
        #expect(file.format == .bitwardenZip)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines)
                == (try SampleFile("bitwarden.json").read().entries.map(\.lines)))
        #expect(
            reading.attachments
                == ["Zeugnis März.pdf", "scan.png", "\u{fffd}.txt"].map {
                    ExchangeFault("", "the attachment \"\($0)\"")
                })
    }

    /// 1Password writes the attachments first, and only the beginning of a file is read to recognise it.
    @Test func anArchiveThatBeginsWithAnAttachmentIsRecognised() {
        let header = Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 22) + [18, 0, 0, 0]
        let file = SampleFile(bytes: header + Array("files/ab__scan.png".utf8))
        #expect(file.format == .onePUX)
    }

    /// Bitwarden's exports from before 2021 don't say whether they are encrypted.
    @Test func anOlderFileOfBitwardenIsRecognised() throws {
        let file = SampleFile(text: #"{"folders": [], "items": [{"type": 2, "name": "a"}]}"#)
        #expect(file.format == .bitwardenJSON)
        #expect(try file.read().entries.map(\.title) == ["a"])
    }

    @Test func aDamagedArchiveIsRefused() throws {
        let whole = try SampleFile("1password.1pux").bytes.withBytes { Array($0) }
        for count in [4, 40, 200, 700] {
            let file = SampleFile(bytes: Array(whole.prefix(count)))
            #expect(throws: ExchangeFault.self, "\(count) bytes") { try file.read(.onePUX) }
        }
        var changed = whole
        for place in 200..<260 { changed[place] ^= 0xff }
        #expect(throws: ExchangeFault.self) { try SampleFile(bytes: changed).read(.onePUX) }
    }

    @Test func eachCSVFileIsToldApartByItsHeader() throws {
        for (name, format) in [
            ("lastpass.csv", ExchangeFormat.lastpass), ("proton-pass.csv", .protonPass),
            ("dashlane.csv", .dashlane),
        ] {
            let file = try SampleFile(name)
            #expect(file.format == format)
            #expect(try file.read().faults == [])
            #expect(try file.read().omissions == [])
        }
        let last = try SampleFile("lastpass.csv").read().entries
        #expect(
            last.map(\.lines) == [
                [
                    "title Forge", "user jane", "secret pa,ss\"word",
                    "url https://forge.example.org/login", "notes first line\nsecond",
                    "totp JBSWY3DPEHPK3PXP", "field fav=1", "folder Work > Servers",
                ], ["title Safe", "user ", "secret left, right, left", "note"],
            ])
        let proton = try SampleFile("proton-pass.csv").read().entries
        #expect(
            proton.map(\.lines) == [
                [
                    "title Forge", "user jane", "secret pa,ss\"word",
                    "url https://forge.example.org/login", "url https://forge.example.net",
                    "notes first line\nsecond", "totp \(Self.seed)", "field email=jane@example.org",
                    "folder Personal",
                ],
                [
                    "title Shop", "user jane@example.org", "secret geheim",
                    "url https://shop.example.org", "folder Personal",
                ],
                ["title Safe", "user ", "secret left, right, left", "folder Personal", "note"],
            ])
        #expect(proton[0].created == 725_857_445 && proton[0].modified == 728_625_906)
        #expect(
            try SampleFile("dashlane.csv").read().entries[0].lines == [
                "title Forge", "user jane", "secret pa,ss\"word",
                "url https://forge.example.org/login", "notes first line\nsecond",
                "totp \(Self.seed)", "field username2=jane@example.org", "folder Work",
            ])
    }

    @Test(arguments: [
        "{}", "[]", "{\"encrypted\": false, \"items\": 1}", "{\"items\": [", "", "{\"items\": [}",
    ])
    func aMalformedDocumentIsRefused(_ text: String) throws {
        for format in [ExchangeFormat.bitwardenJSON, .aegis] {
            #expect(throws: ExchangeFault.self) { try SampleFile(text: text).read(format) }
        }
    }

    /// A list or an object that is something else counts as missing.
    @Test func aValueInThePlaceOfATextIsReadOrListed() throws {
        let text = """
            {"encrypted": false, "folders": {}, "items": [7, {"name": 7, "login": [], "fields": [null]},
            {"name": "a", "login": {"uris": [{}], "password": {"b": 1}}}, null, "x",
            {"name": "b", "login": {"username": 12345, "password": 67890, "totp": null},
              "fields": [{"name": "on", "type": 2, "value": true}, {"name": "n", "value": -5}]},
            {"name": "c", "card": {"number": 4111111111, "expYear": 2027, "code": 1.5, "x": []}},
            {"name": "d", "login": {"username": 1e400}},
            {"name": "e", "fields": [{"name": "f", "value": 12345678901234567890}]}]}
            """
        let reading = try SampleFile(text: text).read()
        #expect(
            reading.entries.map(\.lines) == [
                ["title 7", "user "],
                ["title b", "user 12345", "secret 67890", "field on=true", "protected n=-5"],
                ["title c", "user ", "field expYear=2027", "protected number=4111111111"],
            ])
        #expect(
            reading.faults == [
                ExchangeFault(": item 1", "not an object"),
                ExchangeFault(": item 3", "the field \"password\" isn't a text"),
                ExchangeFault(": item 4", "not an object"),
                ExchangeFault(": item 5", "not an object"),
                ExchangeFault(": item 7", "the field \"code\" isn't a text"),
                ExchangeFault(": item 7", "the field \"x\" isn't a text"),
                ExchangeFault(": item 8", "the field \"username\" isn't a text"),
                ExchangeFault(": item 9", "the field \"value\" isn't a text"),
            ])
    }

    @Test func aValueInThePlaceOfATextOf1PasswordIsReadOrListed() throws {
        let login = """
            {"designation": "username", "value": 12}, {"designation": "password", "value": 34},
            {"name": "keep", "fieldType": "C", "value": true}, {"name": "PIN", "fieldType": "P", "value": 5}
            """
        let section = """
            {"title": "card", "value": {"creditCardNumber": 4111}}, {"title": "on", "value": {"menu": false}}
            """
        let text = """
            {"accounts": [{"vaults": [{"items": [5, null, {"details": {"loginFields": [{"value": []}]}},
            {"details": {"loginFields": [\(login)], "sections": [{"fields": [\(section)]}]}}]}]}]}
            """
        let reading = try SampleFile(text: text).bytes.withBytes { (bytes) throws(ExchangeFault) in
            try OnePasswordDocument.read(bytes)
        }
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title ", "user 12", "secret 34", "field keep=true", "field on=false",
                    "protected PIN=5", "protected card=4111",
                ]
            ])
        #expect(
            reading.faults == [
                ExchangeFault(": item 1", "not an object"),
                ExchangeFault(": item 2", "not an object"),
                ExchangeFault(": item 3", "the field \"value\" isn't a text"),
            ])
    }

    @Test func nestingHasALimit() throws {
        let deep = "{\"encrypted\": false, \"items\": " + String(repeating: "[", count: 100_000)
        let file = SampleFile(text: deep)
        #expect(file.format == .bitwardenJSON)
        #expect(throws: ExchangeFault("", "not JSON: line 1: nested too deep")) { try file.read() }
    }

    /// A second import finds everything there, whatever the format.
    @Test(arguments: [
        "bitwarden.json", "1password.1pux", "lastpass.csv", "proton-pass.csv", "dashlane.csv",
        "aegis.json", "otpauth.txt", "macos-dump.txt", "keepassxc-2.7.4.xml", "keepassxc-2.7.4.csv",
        "bitwarden.csv", "1password.csv", "apple.csv", "chrome.csv", "firefox.csv",
        "gnome-keyring-42.1-plain.keyring",
    ])
    func aSecondImportAddsNothing(_ name: String) throws {
        let test = TestKeychain()
        let first = try ImportPlan(SampleFile(name).read(), in: test.keychain)
        #expect(first.count(.new) == first.steps.count && first.count(.new) > 0)
        try first.store(.skipped)
        let second = try ImportPlan(SampleFile(name).read(), in: test.keychain)
        #expect(second.count(.stored) == first.steps.count)
        #expect(second.stored(.replaced).isEmpty)
    }
}
