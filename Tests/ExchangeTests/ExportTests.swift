// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@Suite struct ExportTests {
    /// Stores an entry as an import does.
    private func store(_ entry: ExchangeEntry, in test: TestKeychain) throws {
        var reading = ExchangeReading()
        reading.entries = [entry]
        try ImportPlan(reading, in: test.keychain).store(.skipped)
    }

    /// Returns the passwords of a keychain as the file that is exported.
    private func file(
        _ keychain: Keychain, _ format: ExportedFileFormat
    ) throws -> (file: SampleFile, losses: ExportLosses) {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(FileManager.default.createFile(atPath: path.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: path) }
        let handle = try FileHandle(forWritingTo: path)
        let output = DescriptorOutput(descriptor: handle.fileDescriptor)
        let losses = format.write(try KeychainEntries(of: keychain).entries, to: output)
        #expect(output.finish() == 0)
        return (SampleFile(bytes: [UInt8](try Data(contentsOf: path))), losses)
    }

    @Test(arguments: [
        "keepassxc-2.7.4.xml", "keepassxc-2.7.4.csv", "apple.csv", "1password.csv", "firefox.csv",
        "chrome.csv", "bitwarden.json", "1password.1pux", "proton-pass.csv", "aegis.json",
        "macos-dump.txt",
    ])
    func whatIsExportedIsTheSameWhenImported(_ name: String) throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile(name).read(), in: test.keychain).store(.skipped)
        let entries = try KeychainEntries(of: test.keychain).entries
        // A seed in digits becomes an address where KeePassXC must read it.
        let hasDigits = entries.contains { $0.oneTimePassword?.text?.hasPrefix("otp") == false }
        for format in [ExportedFileFormat.csv, .keepassxcXML, .bitwardenJSON]
        where !hasDigits || format == .bitwardenJSON {
            let (file, losses) = try file(test.keychain, format)
            #expect(losses.entries == 0 && losses.texts == [])
            let own: ExchangeFormat =
                switch format {
                case .csv: .keepassxc
                case .keepassxcXML: .keepassxcXML
                default: .bitwardenJSON
                }
            #expect(file.format == own)
            let again = try ImportPlan(file.read(), in: test.keychain)
            #expect(again.faults.isEmpty && again.repeated == 0)
            // Bitwarden's folders have slashes between their names.
            let hasSlash = entries.contains { $0.folder.contains { $0.contains("/") } }
            if format == .keepassxcXML || format == .bitwardenJSON && !hasSlash {
                #expect(again.count(.stored) == entries.count, "\(name)")
            }
            let other = TestKeychain()
            try ImportPlan(file.read(), in: other.keychain).store(.skipped)
            let copies = try KeychainEntries(of: other.keychain).entries
            // The columns of a CSV file don't say which fields are secrets.
            let isExact = format == .keepassxcXML || format == .bitwardenJSON && !hasSlash
            #expect(
                Self.sorted(copies, isExact) == Self.sorted(entries, isExact), "\(name), \(format)")
        }
    }

    /// What the CSV file of each program has places for, as ``ExchangeEntry/lines`` begin.
    private static let places: [(format: ExportedFileFormat, ExchangeFormat, [String])] = [
        (.apple, .apple, ["title", "user", "secret", "url", "notes", "totp"]),
        (
            .bitwarden, .bitwarden,
            [
                "title", "user", "secret", "url", "more", "notes", "totp", "field", "protected",
                "folder", "note",
            ]
        ),
        (.chrome, .chrome, ["title", "user", "secret", "url", "notes"]),
        (.dashlane, .dashlane, ["title", "user", "secret", "url", "notes", "totp", "folder"]),
        (.firefox, .firefox, ["user", "secret", "url", "realm"]),
        (
            .lastpass, .lastpass,
            ["title", "user", "secret", "url", "notes", "totp", "folder", "note"]
        ),
        (.onePassword, .onePassword, ["title", "user", "secret", "url", "notes", "totp"]),
        (
            .protonPass, .protonPass,
            ["title", "user", "secret", "url", "more", "notes", "totp", "folder", "note"]
        ),
    ]

    /// Returns the lines of entries that a file has places for.
    private static func lines(
        _ entries: [ExchangeEntry], _ places: [String], of format: ExportedFileFormat
    ) -> [[String]] {
        entries.filter { format != .firefox || !$0.urls.isEmpty }.map { entry in
            var hasAddress = false
            let lines = entry.lines.compactMap { line -> String? in
                var line = line
                if line.hasPrefix("url ") {
                    if hasAddress { line = "more" + line.dropFirst(3) }
                    hasAddress = true
                }
                // The columns don't say which fields are secrets, nor whether a slash is part of the name of a folder.
                if line.hasPrefix("field ") { line = "protected" + line.dropFirst(5) }
                if line.hasPrefix("folder ") { line = line.replacing(" > ", with: "/") }
                return places.contains { line == $0 || line.hasPrefix($0 + " ") } ? line : nil
            }
            return lines.sorted()
        }.sorted { $0.description < $1.description }
    }

    @Test(arguments: [
        "keepassxc-2.7.4.xml", "bitwarden.json", "1password.1pux", "apple.csv", "firefox.csv",
        "chrome.csv", "proton-pass.csv", "lastpass.csv", "dashlane.csv",
    ])
    func theFileOfAnotherProgramHasWhatItsColumnsHold(_ name: String) throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile(name).read(), in: test.keychain).store(.skipped)
        let entries = try KeychainEntries(of: test.keychain).entries
        for (format, own, places) in Self.places {
            let (file, _) = try file(test.keychain, format)
            #expect(file.format == own)
            let other = TestKeychain()
            let plan = try ImportPlan(file.read(), in: other.keychain)
            #expect(plan.faults.isEmpty && plan.repeated == 0, "\(name), \(format)")
            try plan.store(.skipped)
            let copies = try KeychainEntries(of: other.keychain).entries
            let expected =
                [.bitwarden, .lastpass].contains(format) ? entries : entries.map(Self.withAddress)
            #expect(
                Self.lines(copies, places, of: format) == Self.lines(expected, places, of: format),
                "\(name), \(format)")
            #expect(try ImportPlan(file.read(), in: other.keychain).stored(.replaced).isEmpty)
        }
    }

    /// Returns the entry with a seed in digits as an address.
    private static func withAddress(_ entry: ExchangeEntry) -> ExchangeEntry {
        guard let digits = entry.oneTimePassword?.text, !digits.hasPrefix("otpauth") else {
            return entry
        }
        var entry = entry
        let name = entry.title
        entry.oneTimePassword = SecretBytes(
            text: "otpauth://totp/\(name):\(entry.user)?secret=\(digits)"
                + "&period=30&digits=6&issuer=\(name)")
        return entry
    }

    @Test func aColumnHasOneOfTheFieldsOfItsName() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: ":1")
        (entry.title, entry.secret) = ("a", SecretBytes(text: "b"))
        for value in ["1", "2", "two\nlines"] {
            entry.fields.append(.init("favorite", SecretBytes(text: value), isProtected: false))
        }
        try store(entry, in: test)
        let (copy, losses) = try file(test.keychain, .bitwarden)
        #expect(
            try copy.read().entries[0].lines == [
                "title a", "user ", "secret b", "field favorite=1", "protected favorite=2",
            ])
        // A line can't hold a value of two lines.
        #expect(losses.texts == ["1 field"])
    }

    /// An archive, or another device of a circle, may give an item any date.
    @Test(arguments: [ExportedFileFormat.firefox, .protonPass])
    func noDateIsTooFar(_ format: ExportedFileFormat) throws {
        let test = TestKeychain()
        for seconds in [1e300, -1e300] {
            try test.keychain.add(
                NewItem(
                    derived: .internetPassword,
                    attributes: [
                        .server: .string("a.example"), .account: .string("\(seconds)"),
                    ], secret: SecretBytes(text: "s"),
                    carried: [
                        .creationDate: .date(seconds), .modificationDate: .date(seconds),
                    ]))
        }
        #expect(try file(test.keychain, format).file.read().entries.count == 2)
    }

    @Test func whatAFormatCanNotHoldIsCounted() throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile("bitwarden.json").read(), in: test.keychain).store(.skipped)
        #expect(
            try file(test.keychain, .chrome).losses.texts == [
                "1 folder of an entry", "1 further address", "1 seed of one-time passwords",
                "10 fields",
            ])
        #expect(
            try file(test.keychain, .firefox).losses.texts == [
                "1 title", "1 entry's notes", "1 folder of an entry", "1 further address",
                "1 seed of one-time passwords", "4 fields", "2 entries without addresses",
            ])
        #expect(try file(test.keychain, .bitwarden).losses.texts == [])
        let (seeds, losses) = try file(test.keychain, .otpauth)
        #expect(losses.texts == ["2 entries without one-time passwords"])
        #expect(
            try seeds.read(.otpauth).entries.map(\.lines) == [
                [
                    "title Forge", "user jane",
                    "totp otpauth://totp/Forge:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Forge",
                ]
            ])
    }

    /// Returns the items of a keychain that an item with an identifier, dates and so on of its own can have in common with
    /// others.
    private func contents(_ keychain: Keychain) throws -> [[Attribute: AttributeValue]] {
        try keychain.items(of: .genericPassword, returning: .attributes).map { item in
            var values = item.stored.filter {
                ![.creationDate, .modificationDate].contains($0.key)
            }
            for attribute in [Attribute.comment, .label] where values[attribute]?.text == "" {
                values[attribute] = nil
            }
            values[.accessible] = item[.accessible]
            return values
        }
    }

    /// An item of a program of the desktop keeps what that finds it by, and is the same item when it is imported again.
    @Test(arguments: [nil, "org.a"], [nil, "text/html"])
    func lookupAttributesAreKept(_ service: String?, _ contentType: String?) throws {
        let test = TestKeychain()
        let lookup = try LookupAttributes([
            .init("username", "ann"), .init("xdg:schema", "org.a"), .init("URL", "x"),
            .init("empty", ""),
        ])
        var attributes: [Attribute: AttributeValue] = [
            .label: .string("A"), .lookupAttributes: .data(lookup.encoded),
            .syncViewHint: .string("org.freedesktop.secrets/0"), .accessible: .string("ck"),
            .application: .string("org.a"),
        ]
        attributes[.service] = service.map { .string($0) }
        attributes[.contentType] = contentType.map { .string($0) }
        try test.keychain.add(
            NewItem(
                derived: .genericPassword, attributes: attributes, secret: SecretBytes(text: "x")))
        #expect(try KeychainEntries(of: test.keychain).losses == [:])
        for format in [ExportedFileFormat.keepassxcXML, .bitwardenJSON, .csv, .bitwarden] {
            let file = try file(test.keychain, format).file
            let names = Set(try file.read().entries[0].fields.map(\.name))
            #expect(names.isSuperset(of: ["xdg:schema"]), "\(format)")
            let again = try ImportPlan(file.read(), in: test.keychain)
            #expect(again.count(.stored) == 1, "\(format)")
            let other = TestKeychain()
            try ImportPlan(file.read(), in: other.keychain).store(.skipped)
            var copies = try contents(other.keychain)
            // The dates of the original.
            #expect(copies.count == 1 && copies[0][.comment]?.notes ?? "" == "", "\(format)")
            copies[0][.comment] = nil
            var expected = try contents(test.keychain)
            expected[0][.account] = copies[0][.account]
            expected[0][.service] = copies[0][.service]
            #expect(copies == expected && (copies[0][.service]?.text ?? "") == service ?? "")
        }
    }

    /// Nor does its name or its kind make it another one.
    @Test(arguments: [ExportedFileFormat.keepassxcXML, .bitwardenJSON])
    func anItemOfAProgramIsTheSameWhenImported(_ format: ExportedFileFormat) throws {
        let test = TestKeychain()
        for (account, attributes) in [
            "synchronizable": [Attribute.synchronizable: AttributeValue.number(1)],
            "hint": [.syncViewHint: .string("Wi-Fi")],
            "hidden": [.isInvisible: .boolean(true), .isNegative: .number(1)],
        ] {
            let given: [Attribute: AttributeValue] = [.account: .string(account)]
            for (itemClass, name) in [
                (ItemClass.genericPassword, Attribute.service), (.internetPassword, .server),
            ] {
                let own = given.merging(attributes) { $1 }.merging([name: .string("a.example")]) {
                    $1
                }
                try test.keychain.add(
                    NewItem(itemClass, attributes: own, secret: SecretBytes(text: account)))
            }
        }
        let file = try file(test.keychain, format).file
        let again = try ImportPlan(file.read(), in: test.keychain)
        #expect(again.count(.stored) == 6)
        let other = TestKeychain()
        try ImportPlan(file.read(), in: other.keychain).store(.skipped)
        for attribute in [Attribute.isInvisible, .isNegative] {
            let hidden = try contents(other.keychain).filter { $0[attribute]?.integer == 1 }
            #expect(hidden.map { $0[.account]?.text } == ["hidden"])
        }
    }

    /// A synchronizable item stays so with the new password.
    @Test func whatReplacesAnItemIsSynchronizableLikeIt() throws {
        let test = TestKeychain()
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .service: .string("a"), .account: .string("u"), .synchronizable: .number(1),
                ], secret: SecretBytes(text: "old")))
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.user, entry.secret) = ("a", "u", SecretBytes(text: "new"))
        var reading = ExchangeReading()
        reading.entries = [entry]
        try ImportPlan(reading, in: test.keychain).store(.replaced)
        let items = try test.keychain.items(
            of: .genericPassword, returning: [.attributes, .secret])
        #expect(items.map { $0.secret?.text } == ["new"])
        #expect(items.map(\.synchronizable) == [true])
    }

    /// Where another item has the name too, that of this device is the one that an entry is compared with.
    @Test func anEntryIsComparedWithTheItemOfThisDevice() throws {
        let test = TestKeychain()
        for (number, secret) in [(Int64(1), "synchronized"), (0, "own")] {
            try test.keychain.add(
                NewItem(
                    .genericPassword,
                    attributes: [
                        .service: .string("a"), .account: .string("u"),
                        .synchronizable: .number(number),
                    ], secret: SecretBytes(text: secret)))
        }
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.user, entry.secret) = ("a", "u", SecretBytes(text: "own"))
        var reading = ExchangeReading()
        reading.entries = [entry]
        #expect(try ImportPlan(reading, in: test.keychain).count(.stored) == 1)
    }

    /// An address that the user gave it elsewhere doesn't make it an item that its program can't find.
    @Test func anItemOfAProgramKeepsItsClass() throws {
        let (test, other) = (TestKeychain(), TestKeychain())
        let lookup = try LookupAttributes([.init("user", "ann")])
        try test.keychain.add(
            NewItem(
                derived: .genericPassword, attributes: [.lookupAttributes: .data(lookup.encoded)],
                secret: SecretBytes(text: "x")))
        var entry = try KeychainEntries(of: test.keychain).entries[0]
        entry.urls = ["https://a.example"]
        try store(entry, in: other)
        #expect(
            try contents(other.keychain).map { $0[.lookupAttributes] } == [.data(lookup.encoded)])
    }

    /// KeePassXC refuses a document with two strings of one name, and a character that isn't one of XML (1.0, section 2.2).
    @Test func aFieldWithTheNameOfTheSeedGetsANumber() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.secret) = ("a", SecretBytes(text: "b"))
        entry.oneTimePassword = SecretBytes(text: "otpauth://totp/a?secret=JBSWY3DP")
        entry.fields = [.init("otp", SecretBytes(text: "c"))]
        try store(entry, in: test)
        for (index, last) in ["\u{fffd}", "\u{fffe}", "\u{ffff}"].enumerated() {
            var other = ExchangeEntry(place: "")
            (other.title, other.secret) = ("\(index)", SecretBytes(text: "x\(last)"))
            try store(other, in: test)
        }
        let (copy, losses) = try file(test.keychain, .keepassxcXML)
        #expect(losses.entries == 2)
        #expect(
            try copy.read().entries.map(\.lines) == [
                [
                    "title a", "user ", "secret b", "totp otpauth://totp/a?secret=JBSWY3DP",
                    "protected otp 2=c",
                ], ["title 0", "user ", "secret x\u{fffd}"],
            ])
    }

    @Test func tagsAreThoseOfKeePassXC() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.secret) = ("a", SecretBytes(text: "b"))
        entry.fields = [.init("Tags", SecretBytes(text: "work;<git>"), isProtected: false)]
        try store(entry, in: test)
        let copy = try file(test.keychain, .keepassxcXML).file
        #expect(
            copy.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
                .contains("<Tags>work;&lt;git&gt;</Tags>"))
        #expect(try copy.read().entries.map(\.lines) == [entry.lines])
    }

    private static func sorted(_ entries: [ExchangeEntry], _ isExact: Bool) -> [[String]] {
        entries.map { entry in
            let lines = entry.lines.map { line in
                if isExact { return line }
                // Nor whether a slash is part of the name of a folder.
                if line.hasPrefix("folder ") { return line.replacing(" > ", with: "/") }
                return line.hasPrefix("field ") ? "protected " + line.dropFirst(6) : line
            }
            return lines.sorted()
        }.sorted { $0.joined() < $1.joined() }
    }

    /// The characters that the comment of an item escapes, in each name and value that it has.
    @Test func namesThatTheCommentEscapes() throws {
        let texts = [
            "a=b", "=", "==", "\\=", "a\\", "\\\\", "a\\nb", "a\nb", "\n", "a\r\nb", "a/b", "/",
            "field.x", "[keychain:details]", "",
        ]
        for protected in [false, true] {
            var entry = ExchangeEntry(place: "")
            (entry.title, entry.user, entry.secret) = ("title", "me", SecretBytes(text: "x"))
            entry.urls =
                ["https://example.org/"] + texts.dropLast().map { "https://example.net/?\($0)" }
            entry.folder = texts.dropLast()
            entry.notes = "first\nsecond=\\"
            entry.fields = zip(texts, texts.reversed()).map {
                .init($0, SecretBytes(text: $1), isProtected: protected)
            }
            var reading = ExchangeReading()
            reading.entries = [entry]
            let test = TestKeychain()
            let plan = try ImportPlan(reading, in: test.keychain)
            #expect(plan.faults.isEmpty)
            try plan.store(.skipped)
            let entries = try KeychainEntries(of: test.keychain).entries
            #expect(entries.map(\.lines) == [entry.lines])
        }
    }

    @Test func linesOfEscapedNames() throws {
        var entry = ExchangeEntry(place: "")
        entry.title = "title"
        entry.folder = ["a/b", "c\\d"]
        entry.fields = [
            .init("a=b", SecretBytes(text: "c=d"), isProtected: false),
            .init("back\\slash", SecretBytes(text: "e\\f"), isProtected: false),
            .init("two\nlines", SecretBytes(text: "g\r\nh"), isProtected: false),
        ]
        var reading = ExchangeReading()
        reading.entries = [entry]
        let item = try #require(
            try ImportPlan(reading, in: TestKeychain().keychain).steps[0].items.first)
        #expect(
            item.attributes[.comment]?.text == """
                [keychain:details]
                folder=a\\/b/c\\\\d
                field.a\\=b=c=d
                field.back\\\\slash=e\\\\f
                field.two\\nlines=g\\r\\nh
                """)
    }

    @Test func aPasswordThatWasNotImportedIsTheSameToo() throws {
        let test = TestKeychain()
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .account: .string("me"), .service: .string("svc"), .label: .string("A <label>"),
                    .itemDescription: .string("kind"), .generic: .data(Array("gen".utf8)),
                    .comment: .string("a comment"),
                ], secret: SecretBytes(text: "x&y\r\n")))
        try test.keychain.add(
            NewItem(
                .genericPassword, attributes: [.account: .string("binary")],
                secret: SecretBytes(copying: [0xff])))
        try test.keychain.add(
            NewItem(
                .genericPassword, attributes: [.account: .string("control")],
                secret: SecretBytes(copying: [0x01])))
        let found = try KeychainEntries(of: test.keychain)
        #expect(found.binary == 1 && found.constrained == 0)
        let (file, losses) = try file(test.keychain, .keepassxcXML)
        #expect(losses.entries == 1)
        let other = TestKeychain()
        try ImportPlan(file.read(), in: other.keychain).store(.skipped)
        let copy = try #require(try other.keychain.find(.password([.account: .string("me")])).first)
        #expect(copy.secret?.text == "x&y\r\n")
        #expect(copy[.service] == .string("svc") && copy[.label] == .string("A <label>"))
        #expect(copy[.itemDescription] == .string("kind"))
        #expect(copy[.generic]?.text == "gen")
    }

    @Test(arguments: [ExportedFileFormat.keepassxcXML, .csv, .bitwardenJSON])
    func aSynchronizablePasswordStaysSo(_ format: ExportedFileFormat) throws {
        let test = TestKeychain()
        let place: [Attribute: AttributeValue] = [
            .synchronizable: .number(1), .label: .string("a"),
        ]
        for (itemClass, name) in [
            (ItemClass.internetPassword, [Attribute.server: "a.example", .protocol: "htps"]),
            (.genericPassword, [.service: "svc"]),
        ] {
            let attributes = place.merging(name.mapValues { .string($0) }) { $1 }
            let item = try test.keychain.add(
                NewItem(
                    itemClass, attributes: attributes,
                    secret: SecretBytes(text: "x")))
            try EntryParts(of: item, in: test.keychain)
                .setSeed(SecretBytes(text: "otpauth://totp/a?secret=JBSWY3DP"), of: item)
        }
        let copy = try file(test.keychain, format).file
        #expect(try ImportPlan(copy.read(), in: test.keychain).count(.stored) == 2)
        let other = TestKeychain()
        let plan = try ImportPlan(copy.read(), in: other.keychain)
        #expect(plan.steps.flatMap(\.items).map(\.synchronizable) == [true, true, true, true])
    }

    @Test func anEmptyServiceIsCounted() throws {
        let test = TestKeychain()
        for label in ["", "A label"] {
            try test.keychain.add(
                NewItem(
                    .genericPassword,
                    attributes: [.account: .string(label), .label: .string(label)],
                    secret: SecretBytes(text: "x")))
        }
        var losses = try file(test.keychain, .csv).losses
        losses.add(try KeychainEntries(of: test.keychain).losses)
        #expect(losses.texts == ["1 empty service of an item"])
    }

    /// Other programs ignore the user and the password of a note.
    @Test(arguments: [ExportedFileFormat.bitwarden, .bitwardenJSON, .lastpass, .protonPass])
    func aNoteWithAUserBecomesAPassword(_ format: ExportedFileFormat) throws {
        let test = TestKeychain()
        for user in ["", "ann"] {
            var entry = ExchangeEntry(place: "")
            (entry.title, entry.user, entry.isNote) = ("a", user, true)
            entry.secret = SecretBytes(text: "text")
            try store(entry, in: test)
        }
        let copy = try file(test.keychain, format).file
        #expect(
            try copy.read().entries.map(\.lines) == [
                ["title a", "user ", "secret text", "note"],
                ["title a", "user ann", "secret text"],
            ])
        #expect(try KeychainEntries(of: test.keychain).losses == [.type: 1])
    }

    @Test func aFurtherSecretThatIsNoTextIsLeftOutAlone() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.secret) = ("good", SecretBytes(text: "x"))
        for (name, bytes) in [("binary", [UInt8](repeating: 0xff, count: 2)), ("text", [0x61])] {
            entry.fields.append(.init(name, SecretBytes(copying: bytes)))
        }
        try store(entry, in: test)
        #expect(try KeychainEntries(of: test.keychain).binary == 1)
        let copy = try file(test.keychain, .bitwardenJSON).file.read()
        #expect(
            copy.entries.map(\.lines) == [["title good", "user ", "secret x", "protected text=a"]])
    }

    /// A group within another costs stack, of the writer and of a reader.
    @Test(arguments: [63, 64, 20_000])
    func aDeepFolderIsRead(count: Int) throws {
        let test = TestKeychain()
        var reading = ExchangeReading()
        for title in ["a", "b"] {
            var entry = ExchangeEntry(place: "")
            entry.title = title
            entry.folder = (0..<count).map { "\($0 % 10)" }
            reading.entries.append(entry)
        }
        try ImportPlan(reading, in: test.keychain).store(.skipped)
        let copy = try file(test.keychain, .keepassxcXML).file.read()
        #expect(copy.faults.isEmpty && copy.entries.map(\.title) == ["a", "b"])
        #expect(
            copy.entries[0].folder.joined(separator: "/")
                == reading.entries[0].folder.joined(separator: "/"))
        #expect((copy.entries[0].folder == reading.entries[0].folder) == (count == 63))
    }

    @Test func everyFieldHasAColumn() throws {
        let test = TestKeychain()
        var reading = ExchangeReading()
        for number in 0..<600 {
            var entry = ExchangeEntry(place: "")
            entry.title = "entry \(number)"
            entry.fields = [.init("a field of the name \(number)", SecretBytes(text: "x"))]
            reading.entries.append(entry)
        }
        try ImportPlan(reading, in: test.keychain).store(.skipped)
        let copy = try file(test.keychain, .csv).file
        // A file is recognised by its beginning.
        let beginning = copy.bytes.withBytes { Array($0.prefix(ExchangeFormat.recognisedBytes)) }
        #expect(SampleFile(bytes: beginning).format == .keepassxc)
        let again = try copy.read()
        #expect(again.entries.map(\.lines) == reading.entries.map(\.lines) && again.faults.isEmpty)
    }

    @Test func aFolderWithTheNameOfTheRecycleBinIsImported() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.folder) = ("a", ["Recycle Bin", "b"])
        try store(entry, in: test)
        let again = try file(test.keychain, .csv).file.read()
        #expect(again.entries.map(\.folder) == [["Recycle Bin 2", "b"]] && again.leftOut.isEmpty)
    }

    /// Only LF and CRLF end a line.
    @Test func aFieldIsOneLineOrCounted() throws {
        let test = TestKeychain()
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.secret) = ("a", SecretBytes(text: "b"))
        for value in ["one\rtwo", "one\u{2028}two", "one\u{c}two", "one\r", "one\r\ntwo"] {
            entry.fields.append(.init("\(entry.fields.count)", SecretBytes(text: value)))
        }
        entry.fields.append(.init("two\r\nlines", SecretBytes(text: "x")))
        try store(entry, in: test)
        let (copy, losses) = try file(test.keychain, .bitwarden)
        #expect(
            try copy.read().entries[0].lines == [
                "title a", "user ", "secret b", "protected 0=one\rtwo",
                "protected 1=one\u{2028}two", "protected 2=one\u{c}two",
            ])
        #expect(losses.texts == ["3 fields"])
    }

    /// Only an import numbers realms and services, one after the other.
    @Test func aNumberThatBelongsToANameStays() throws {
        let test = TestKeychain()
        for (service, label) in [("ticket#12", "ticket"), ("mail", "mail"), ("mail#2", "mail")] {
            try test.keychain.add(
                NewItem(
                    .genericPassword,
                    attributes: [.service: .string(service), .label: .string(label)],
                    secret: SecretBytes(text: service)))
        }
        try test.keychain.add(
            NewItem(
                .internetPassword,
                attributes: [.server: .string("a.example"), .securityDomain: .string("Area#51")],
                secret: SecretBytes(text: "x")))
        #expect(
            try KeychainEntries(of: test.keychain).entries.map(\.lines) == [
                [
                    "title a.example", "user ", "secret x", "url a.example", "realm Area#51",
                ],
                ["title ticket", "user ", "secret ticket#12", "field kSecAttrService=ticket#12"],
                ["title mail", "user ", "secret mail"],
                ["title mail", "user ", "secret mail#2"],
            ])
    }

    /// An internet password, and a generic one whose service is the same address.
    @Test(arguments: [0, 1]) func aSeedGoesToThePasswordThatHasIt(_ index: Int) throws {
        let test = TestKeychain()
        let address = "https://example.org/"
        var entries = [ExchangeEntry(place: ""), ExchangeEntry(place: "")]
        entries[0].urls = [address]
        entries[1].fields = [
            .init("kSecAttrService", SecretBytes(text: address), isProtected: false)
        ]
        for index in entries.indices {
            (entries[index].title, entries[index].user) = ("title \(index)", "jane")
        }
        entries[index].oneTimePassword = SecretBytes(text: "otpauth://totp/a?secret=JBSWY3DP")
        var reading = ExchangeReading()
        reading.entries = entries
        try ImportPlan(reading, in: test.keychain).store(.skipped)
        let found = try KeychainEntries(of: test.keychain).entries
        #expect(found.map { $0.oneTimePassword != nil } == [index == 0, index == 1])
    }

    @Test func whatIsDamagedIsCountedAndTheRestExported() throws {
        let test = TestKeychain()
        for (itemClass, name) in [
            (ItemClass.genericPassword, "a"), (.genericPassword, "b"), (.genericPassword, "c"),
            (.internetPassword, "d"),
        ] {
            try test.keychain.add(
                NewItem(
                    itemClass, attributes: [.label: .string(name), .account: .string(name)],
                    secret: SecretBytes(text: "x")))
        }
        test.tamper("UPDATE genp SET data=zeroblob(length(data)) WHERE rowid=1")
        test.tamper("UPDATE genp SET meta=zeroblob(length(meta)) WHERE rowid=2")
        test.tamper("UPDATE inet SET meta=zeroblob(length(meta))")
        let found = try KeychainEntries(of: test.keychain)
        #expect(found.entries.map(\.title) == ["c"])
        #expect(found.damaged == 3 && found.constrained == 0)
    }

    @Test func aSeedInDigitsBecomesAnAddress() throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile("bitwarden.csv").read(), in: test.keychain).store(.skipped)
        let entries = try file(test.keychain, .csv).file.read().entries
        #expect(
            entries.compactMap { $0.oneTimePassword?.text } == [
                "otpauth://totp/Forge:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Forge"
            ])
        #expect(entries.filter(\.isNote).map { $0.secret?.text } == ["left, right, left"])
    }
}
