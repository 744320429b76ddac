// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

@Suite struct GnomeKeyringTests {
    private static let forge = [
        "title Forge login", "user jane", "secret pa,ss\"word",
        "url https://forge.example.org:8443",
        "field xdg:schema=org.gnome.keyring.NetworkPassword",
    ]

    private func read(_ file: SampleFile, _ password: String) throws -> ExchangeReading {
        let password = SecretBytes(text: password)
        return try file.bytes.withBytes { (bytes) throws(ExchangeFault) in
            try ExchangeFormat.gnomeKeyring.read(bytes, password: password)
        }
    }

    @Test func anEncryptedKeyringIsRead() throws {
        let file = try SampleFile("gnome-keyring-42.1.keyring")
        #expect(file.format == .gnomeKeyring)
        let reading = try read(file, "keyring pass")
        #expect(reading.faults == [])
        #expect(
            reading.entries.map { $0.lines } == [
                ["title Safe", "user joe", "secret no web", "field kSecAttrService=safe"],
                [
                    "title Wörk", "user ", "secret ünïcode\nline", "field application=backup",
                    "field full name=Jane Doe",
                ], Self.forge,
            ])
    }

    @Test func aWrongPasswordIsTold() throws {
        let file = try SampleFile("gnome-keyring-42.1.keyring")
        #expect(fault(file, "wrong") == .wrongPassword)
    }

    @Test func aCutFileIsRefused() throws {
        let whole = try SampleFile("gnome-keyring-42.1.keyring").bytes.withBytes { [UInt8]($0) }
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(fault(SampleFile(bytes: Array(whole[..<count])), "keyring pass") != nil)
        }
    }

    private func fault(_ file: SampleFile, _ password: String) -> ExchangeFault? {
        ExchangeFault.thrown { _ = try read(file, password) }
    }

    @Test func aKeyringInTextIsRead() throws {
        let file = try SampleFile("gnome-keyring-42.1-plain.keyring")
        #expect(file.format == .gnomeKeyring)
        let reading = try read(file, "")
        #expect(reading.faults == [])
        #expect(
            reading.entries.map { $0.lines } == [
                Self.forge,
                [
                    "title Safe", "user joe", "secret  two\nlines\\end",
                    "field kSecAttrService=safe",
                ],
            ])
        let wrong = try read(SampleFile(text: "[keyring]\nno line\n[1]\nsecret=\u{0}\n"), "")
        #expect(wrong.faults == [ExchangeFault(line: 2, "not a line of a keyring")])
    }

    /// In an item, gnome-keyring writes only the dates behind the secret.
    @Test func theLinesOfASecretMayLookLikeKeys() throws {
        let file = SampleFile(
            text: """
                [keyring]

                [1]
                display-name=database
                secret=host=db
                name=mydb

                type=x
                value=y
                secret=z
                mtime=0
                ctime=0

                [1:attribute0]
                name=user
                type=string
                value=jane
                """)
        let reading = try read(file, "")
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title database", "user jane",
                    "secret host=db\nname=mydb\n\ntype=x\nvalue=y\nsecret=z",
                ]
            ])
        #expect(reading.faults == [])
    }

    /// An empty secret has no line, and one with another byte than those of text is written in hexadecimal.
    @Test func secretsOfEachFormAreRead() throws {
        let file = SampleFile(
            text: """
                [keyring]

                [1]
                display-name=empty

                [2]
                display-name=binary
                binary-secret=c3bc0a01

                [3]
                display-name=bytes
                binary-secret=ff

                [4]
                binary-secret=f
                """)
        let reading = try read(file, "")
        #expect(
            reading.entries.map(\.lines) == [
                ["title empty", "user ", "secret "],
                ["title binary", "user ", "secret ü\n\u{1}"],
                ["title bytes", "user ", "secret ?"],
            ])
        #expect(reading.entries.last?.secret?.copied == [0xff])
        #expect(reading.faults == [ExchangeFault(line: 14, "a malformed secret")])
    }

    /// A file from before GNOME 3 begins with an empty line, and lists the programs that may read an item.
    @Test func aFileOfAnOlderVersionIsRead() throws {
        let file = SampleFile(
            text: """

                [keyring]
                display-name=Default

                [1]
                display-name=mail
                secret=horse

                [1:attribute0]
                name=user
                type=string
                value=jane

                [1:acl0]
                display-name=program
                path=/usr/bin/program
                read-access=true
                """)
        #expect(file.format == .gnomeKeyring)
        let reading = try read(file, "")
        #expect(reading.entries.map(\.lines) == [["title mail", "user jane", "secret horse"]])
        #expect(reading.faults == [])
    }

    /// As gnome-keyring 42.1 writes them.
    @Test func theEscapesOfTextAreRead() throws {
        let file = SampleFile(
            text: """
                [keyring]
                display-name=Default

                [1]
                display-name=\\s two\\nlines
                secret=a\\nb

                [1:attribute0]
                name=domain
                type=string
                value=DOMAIN\\\\jane\\\\new\\x
                """)
        #expect(
            try read(file, "").entries.map(\.lines) == [
                [
                    "title   two\nlines", "user ", "secret a\\nb",
                    "field domain=DOMAIN\\jane\\new\\x",
                ]
            ])
    }
}
