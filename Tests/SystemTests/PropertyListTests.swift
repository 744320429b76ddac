// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Testing

@Suite struct PropertyListTests {
    private static let sample: [String: any Sendable] = [
        "text": "a < b & \"c\" 'd' > e", "wide": "caf\u{e9} \u{1F511}", "empty": "",
        "number": -7, "large": Int64.max, "real": 1.5, "yes": true, "no": false,
        "data": Data([0, 1, 255]), "nothing": Data(),
        "date": Date(timeIntervalSinceReferenceDate: 1),
        "list": ["a", "b"], "none": [String](), "table": ["key": ["deep": 1]],
        "many": (0..<300).map { "entry \($0)" },
    ]

    private func expected() -> PropertyList {
        .dictionary([
            "text": .string("a < b & \"c\" 'd' > e"), "wide": .string("caf\u{e9} \u{1F511}"),
            "empty": .string(""), "number": .integer(-7), "large": .integer(.max),
            "real": .real(1.5), "yes": .boolean(true), "no": .boolean(false),
            "data": .data([0, 1, 255]), "nothing": .data([]), "date": .date(1),
            "list": .array([.string("a"), .string("b")]), "none": .array([]),
            "table": .dictionary(["key": .dictionary(["deep": .integer(1)])]),
            "many": .array((0..<300).map { .string("entry \($0)") }),
        ])
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func whatFoundationWritesIsRead(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.sample, format: format, options: 0)
        #expect(try PropertyList([UInt8](data)) == expected())
    }

    @Test func referencesOfAnArchiveAreRead() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: NSArray(object: "a"), requiringSecureCoding: true)
        let list = try PropertyList([UInt8](archive)).dictionary
        #expect(list?["$top"] == .dictionary(["root": .reference(1)]))
        #expect(list?["$objects"]?.array?[1].dictionary?["NS.objects"] == .array([.reference(2)]))
    }

    @Test func foundationReadsWhatIsWritten() throws {
        let read = try PropertyListSerialization.propertyList(
            from: Data(expected().xml()), options: [], format: nil)
        #expect(read as? NSDictionary == Self.sample as NSDictionary)
        #expect(try PropertyList(expected().xml()) == expected())
    }

    @Test(
        arguments: [
            "<plist><true/></plist>",
            "<?xml version=\"1.0\"?><!-- a --><plist><true></true></plist>",
            "\u{FEFF}<plist version=\"1.0\">\n <true /> \n</plist>\n",
        ])
    func otherLayoutsAreRead(text: String) throws {
        #expect(try PropertyList(Array(text.utf8)) == .boolean(true))
    }

    @Test(
        arguments: [
            "", "text", "<plist>", "<plist></plist>", "<plist><true/>", "<plist><true/></plist>x",
            "<plist><true/><true/></plist>", "<plist><dict><key>a</key></dict></plist>",
            "<plist><dict><true/></dict></plist>", "<plist><string>a</data></plist>",
            "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>",
            "<plist><string>&other;</string></plist>", "<plist><integer>1.5</integer></plist>",
            "<plist><data>?</data></plist>", "<plist><date>today</date></plist>",
            "<plist><string>a<![CDATA[b]]></string></plist>", "<plist><unknown/></plist>",
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>", "{ a = b; }",
            "bplist00", "bplist00" + String(repeating: "\0", count: 32),
        ])
    func malformedFilesAreRefused(text: String) {
        #expect(throws: PropertyList.Malformed.self) { try PropertyList(Array(text.utf8)) }
    }

    @Test func deepNestingIsRefused() {
        for text in [
            String(repeating: "<plist>", count: 100_000),
            "<plist>" + String(repeating: "<array>", count: 100_000),
        ] {
            // Without its text, which a report would repeat.
            let isRefused = (try? PropertyList(Array(text.utf8))) == nil
            #expect(isRefused)
        }
    }

    /// Every file that differs in one byte is read or refused, within the bounds of the file.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func alteredFilesDoNoHarm(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["a": [1, "b", Data([1])], "c": ["d": true]] as [String: Any],
            format: format, options: 0)
        for index in data.indices {
            for byte in [0, 1, 0x3c, 0x7f, 0xa1, 0xdf, 0xff] as [UInt8] {
                var altered = [UInt8](data)
                altered[index] = byte
                _ = try? PropertyList(altered)
            }
        }
        for count in data.indices { _ = try? PropertyList([UInt8](data.prefix(count))) }
    }

    /// A string of 4 KiB that is named 30 000 times would take 120 MB.
    @Test func sharedObjectsAreBounded() {
        let (count, length) = (30_000, 4096)
        func word(_ number: Int) -> [UInt8] {
            [
                UInt8(number >> 24 & 255), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255),
                UInt8(number & 255),
            ]
        }
        var bytes = Array("bplist00".utf8) + [0xaf, 0x12] + word(count)
        bytes += (0..<count).map { _ in 1 }
        let string = bytes.count
        bytes += [0x5f, 0x12] + word(length) + [UInt8](repeating: 0x61, count: length)
        let table = bytes.count
        bytes += word(8) + word(string) + [0, 0, 0, 0, 0, 0, 4, 1]
        for number in [2, 0, table] { bytes += [0, 0, 0, 0] + word(number) }
        let isRefused = (try? PropertyList(bytes)) == nil
        #expect(isRefused)
    }

    @Test func arraysThatHoldThemselvesAreRefused() {
        // Object 0 is an array of object 0, twice.
        let bytes: [UInt8] =
            Array("bplist00".utf8) + [0xa2, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 1, 1]
            + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 11]
        #expect(throws: PropertyList.Malformed.self) { try PropertyList(bytes) }
    }
}
