// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import Testing

@Suite struct NameNormalisationTests {
    private static let commonName: [UInt8] = [6, 3, 0x55, 4, 3]

    private func attribute(_ tag: DERTag, _ value: some Collection<UInt8>) -> [UInt8] {
        DER.element(.sequence, Self.commonName + DER.element(tag, value))
    }

    private func name(_ attributes: [UInt8]...) -> [UInt8] {
        DER.element(
            .sequence, attributes.flatMap { DER.element(.set, $0) })
    }

    @Test(arguments: [
        ("Example", "EXAMPLE"), ("  two   words ", "TWO WORDS"), ("", ""), ("   ", ""),
        ("A-b'c(1)", "A-B'C(1)"), ("x", "X"),
    ])
    func printableStrings(_ text: String, _ normalised: String) throws {
        let given = try DistinguishedName(der: name(attribute(.printableString, text.utf8)))
        let wanted = name(attribute(.printableString, normalised.utf8))
        #expect(given.normalisedSequence == wanted)
        #expect(given.normalisedContent == Array(wanted.dropFirst(2)))
        #expect(try DistinguishedName(der: wanted).normalisedSequence == wanted)
    }

    @Test(arguments: [
        DERTag.utf8String, .t61String, .ia5String, .visibleString, .octetString,
    ])
    func otherTypesStay(_ tag: DERTag) throws {
        let given = name(attribute(tag, "  two   Words ".utf8))
        #expect(try DistinguishedName(der: given).normalisedSequence == given)
    }

    @Test func lengthsFollow() throws {
        // 200 octets shrink to 3: the lengths around take fewer octets too.
        let padded = "a" + String(repeating: " ", count: 198) + "b"
        let given = try DistinguishedName(
            der: name(attribute(.printableString, padded.utf8), attribute(.utf8String, "é".utf8)))
        #expect(
            given.normalisedSequence
                == name(attribute(.printableString, "A B".utf8), attribute(.utf8String, "é".utf8)))
    }

    @Test func severalAttributesKeepTheirOrder() throws {
        let pair = attribute(.printableString, "b".utf8) + attribute(.printableString, "a".utf8)
        let wanted = attribute(.printableString, "B".utf8) + attribute(.printableString, "A".utf8)
        #expect(try DistinguishedName(der: name(pair)).normalisedSequence == name(wanted))
    }

    @Test func anEmptyName() throws {
        #expect(try DistinguishedName(der: [0x30, 0]).normalisedContent == [])
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0, 0], [0x31, 0], [0x30, 2, 0x31, 0], [0x30, 2, 5, 0],
            [0x30, 0x81, 0],
            [0x30, 0x80, 0, 0], [0x30, 4, 0x31, 2, 0x30, 0],
        ] as [[UInt8]])
    func notNames(_ bytes: [UInt8]) {
        #expect { try DistinguishedName(der: bytes) } throws: { PKIError.Code.malformed ~= $0 }
    }

    @Test func texts() throws {
        let cases: [(DERTag, [UInt8], String?)] = [
            (.bmpString, [0, 0x41, 0x03, 0xA9], "AΩ"), (.bmpString, [0], nil),
            (.bmpString, [0xD8, 0], nil), (.universalString, [0, 1, 0xF6, 0], "😀"),
            (.universalString, [0, 0x11, 0, 0], nil), (.universalString, [0, 0, 0], nil),
            (.utf8String, [0xFF], nil), (.printableString, [0xE4], nil),
            (.t61String, [0xE4], "ä"), (.octetString, [0x41], nil), (.bmpString, [], ""),
        ]
        for (tag, bytes, text) in cases {
            let given = try DistinguishedName(der: name(attribute(tag, bytes)))
            #expect(given.attributes[0].text == text)
        }
    }
}
