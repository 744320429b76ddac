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
    /// Returns the passwords of a keychain as the file that is exported.
    private func file(
        _ keychain: Keychain, _ format: ExportedFileFormat
    ) throws -> (file: SampleFile, refused: Int) {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(FileManager.default.createFile(atPath: path.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: path) }
        let handle = try FileHandle(forWritingTo: path)
        let output = DescriptorOutput(descriptor: handle.fileDescriptor)
        let refused = format.write(try KeychainEntries(of: keychain).entries, to: output)
        #expect(output.finish() == 0)
        return (SampleFile(bytes: [UInt8](try Data(contentsOf: path))), refused)
    }

    @Test(arguments: [
        "keepassxc-2.7.4.xml", "keepassxc-2.7.4.csv", "apple.csv", "1password.csv", "firefox.csv",
        "chrome.csv",
    ])
    func whatIsExportedIsTheSameWhenImported(_ name: String) throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile(name).read(), in: test.keychain).store(.skipped)
        let entries = try KeychainEntries(of: test.keychain).entries
        for format in ExportedFileFormat.allCases {
            let (file, refused) = try file(test.keychain, format)
            #expect(refused == 0)
            #expect(file.format?.rawValue.hasPrefix("keepassxc") == true)
            let again = try ImportPlan(file.read(), in: test.keychain)
            #expect(again.faults.isEmpty && again.repeated == 0)
            if format == .keepassxcXML {
                #expect(again.count(.stored) == entries.count, "\(name)")
            }
            let other = TestKeychain()
            try ImportPlan(file.read(), in: other.keychain).store(.skipped)
            let copies = try KeychainEntries(of: other.keychain).entries
            // The columns of a CSV file don't say which fields are secrets.
            let isExact = format == .keepassxcXML
            #expect(
                Self.sorted(copies, isExact) == Self.sorted(entries, isExact), "\(name), \(format)")
        }
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
        let (file, refused) = try file(test.keychain, .keepassxcXML)
        #expect(refused == 1)
        let other = TestKeychain()
        try ImportPlan(file.read(), in: other.keychain).store(.skipped)
        let copy = try #require(try other.keychain.find(.password([.account: .string("me")])).first)
        #expect(copy.secret?.text == "x&y\r\n")
        #expect(copy[.service] == .string("svc") && copy[.label] == .string("A <label>"))
        #expect(copy[.itemDescription] == .string("kind"))
        #expect(copy[.generic]?.text == "gen")
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
