// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

@Suite struct KeychainDumpTests {
    @Test func everyAttributeOfAPasswordIsRead() throws {
        let file = try SampleFile("macos-dump.txt")
        #expect(file.format == .macOSDump)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title forge.example.org", "user jane", "secret pa,ss\"word",
                    "url https://forge.example.org:8443/login", "notes first line\nsecond",
                    "field kSecAttrAuthenticationType=form",
                ],
                [
                    "title Safe", "user ", "secret ä", "field kSecAttrDescription=secure note",
                    "field kSecAttrService=Safe", "note",
                ],
            ])
        #expect(reading.entries[0].created == 725_857_445)
        #expect(reading.entries[0].modified == 728_625_906)
        #expect(
            reading.faults == [
                ExchangeFault(line: 32, "a password without its data; use dump-keychain -d")
            ])
        #expect(reading.omissions == [ExchangeFault("", "1 certificate or key")])
    }

    @Test func aCreatorAndATypeAreCounted() throws {
        let text = """
            keychain: "a"
            class: "genp"
            attributes:
                "crtr"<uint32>="abcd"
                "svce"<blob>="s"
                "type"<uint32>=0x00000001\u{20}
            data:
            "x"
            """
        let reading = try SampleFile(text: text).read(.macOSDump)
        #expect(reading.entries.count == 1)
        #expect(
            reading.omissions == [
                ExchangeFault("", "1 creator of an item"), ExchangeFault("", "1 type of an item"),
            ])
    }

    @Test func anAuthenticationTypeOfZerosIsNone() throws {
        let text = """
            keychain: "a"
            class: "inet"
            attributes:
                "atyp"<blob>=0x00000000  "\\000\\000\\000\\000"
                "srvr"<blob>="s.example"
            data:
            "x"
            """
        let reading = try SampleFile(text: text).read(.macOSDump)
        #expect(
            reading.entries.map(\.lines) == [
                ["title ", "user ", "secret x", "url s.example"]
            ])
    }

    /// No name is changed: an item of another name would not be found.
    @Test func anAttributeThatIsNotTextIsAFault() throws {
        let text = """
            keychain: "a"
            class: "genp"
            attributes:
                "acct"<blob>=0x636166E9  "caf\\351"
                "svce"<blob>="s"
            data:
            "x"
            keychain: "a"
            class: "genp"
            attributes:
                "gena"<blob>=0x00FF  "\\000\\377"
                "svce"<blob>="t"
            data:
            "x"
            """
        let reading = try SampleFile(text: text).read(.macOSDump)
        #expect(
            reading.faults == [ExchangeFault(line: 1, "an attribute that isn't text: acct")])
        #expect(reading.entries.map(\.lines).first?.last == "field kSecAttrService=t")
        #expect(
            reading.omissions == [ExchangeFault("", "1 generic attribute that isn't text")])
    }

    @Test func whatIsNotADumpHasNoEntries() throws {
        for text in [
            "", "keychain: \"", "keychain: \"a\"\nclass: \"genp\"\ndata:\n0x4\n", "data:\n\"a\"\n",
        ] {
            #expect(try SampleFile(text: text).read(.macOSDump).entries.isEmpty, "\(text)")
        }
    }
}
