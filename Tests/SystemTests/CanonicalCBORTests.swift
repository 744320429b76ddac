// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct CanonicalCBORTests {
    typealias Encoder = CanonicalCBOR.Encoder
    typealias Decoder = CanonicalCBOR.Decoder

    func encode(_ body: (inout Encoder) -> Void) -> [UInt8] {
        var encoder = Encoder()
        body(&encoder)
        return encoder.bytes
    }

    /// The examples of RFC 8949 appendix A that the formats use.
    @Test func encodesAsTheStandardShows() {
        let unsigned: [(UInt64, [UInt8])] = [
            (0, [0x00]), (1, [0x01]), (10, [0x0a]), (23, [0x17]), (24, [0x18, 0x18]),
            (25, [0x18, 0x19]), (100, [0x18, 0x64]), (255, [0x18, 0xff]),
            (256, [0x19, 0x01, 0x00]), (1000, [0x19, 0x03, 0xe8]), (65535, [0x19, 0xff, 0xff]),
            (65536, [0x1a, 0, 1, 0, 0]), (1_000_000, [0x1a, 0x00, 0x0f, 0x42, 0x40]),
            (4_294_967_295, [0x1a, 0xff, 0xff, 0xff, 0xff]),
            (4_294_967_296, [0x1b, 0, 0, 0, 1, 0, 0, 0, 0]),
            (.max, [0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ]
        for (value, bytes) in unsigned { #expect(encode { $0.unsigned(value) } == bytes) }
        let signed: [(Int64, [UInt8])] = [
            (-1, [0x20]), (-10, [0x29]), (-100, [0x38, 0x63]), (-1000, [0x39, 0x03, 0xe7]),
            (.min, [0x3b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            (.max, [0x1b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ]
        for (value, bytes) in signed { #expect(encode { $0.integer(value) } == bytes) }
        #expect(encode { $0.text("") } == [0x60])
        #expect(encode { $0.text("\u{6c34}") } == [0x63, 0xe6, 0xb0, 0xb4])
        #expect(encode { $0.data([1, 2, 3, 4]) } == [0x44, 1, 2, 3, 4])
        #expect(encode { $0.data([1, 2, 3, 4].dropFirst()) } == [0x43, 2, 3, 4])
        #expect(encode { $0.boolean(false) } == [0xf4])
        #expect(encode { $0.boolean(true) } == [0xf5])
        #expect(encode { $0.null() } == [0xf6])
        #expect(
            encode { $0.double(1.1) } == [0xfb, 0x3f, 0xf1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a])
        #expect(encode { $0.array(25) } == [0x98, 0x19])
        #expect(encode { $0.map(2) } == [0xa2])
    }

    @Test func readsBackEveryKind() throws {
        let bytes = encode {
            $0.array(8)
            $0.unsigned(.max)
            $0.integer(.min)
            $0.data([0, 255])
            $0.text("e\u{301}\u{0}")
            $0.map(1)
            $0.text("k")
            $0.boolean(true)
            $0.null()
            $0.double(-0.0)
            $0.integer(7)
        }
        var decoder = Decoder(bytes)
        #expect(try decoder.array() == 8)
        #expect(try decoder.next() == .unsigned)
        #expect(try decoder.unsigned() == .max)
        #expect(try decoder.next() == .negative)
        #expect(try decoder.integer() == .min)
        #expect(try decoder.next() == .data)
        #expect(try decoder.data() == [0, 255])
        #expect(try Array(decoder.text().utf8) == [0x65, 0xcc, 0x81, 0])
        #expect(try decoder.next() == .map)
        #expect(try decoder.map() == 1)
        #expect(try decoder.text() == "k")
        #expect(try decoder.boolean())
        #expect(try decoder.next() == .null)
        try decoder.null()
        #expect(try decoder.double().sign == .minus)
        #expect(try decoder.integer() == 7)
        #expect(decoder.isAtEnd)
        #expect(throws: CanonicalCBOR.Malformed.self) { try decoder.next() }
    }

    /// Only the shortest head of a number is read (RFC 8949 §4.2.1).
    @Test(
        arguments: [
            [0x18, 0x17], [0x19, 0x00, 0xff], [0x1a, 0, 0, 0xff, 0xff],
            [0x1b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], [0x1c], [0x1d], [0x1e], [0x1f], [0x18],
            [0x19, 0],
        ] as [[UInt8]])
    func refusesHeadsThatAreNotShortest(_ bytes: [UInt8]) {
        for major in 0..<6 as Range<UInt8> {
            var bytes = bytes + Array(repeating: 0, count: 300)
            if bytes.count < 303 { bytes.removeLast(300) }
            bytes[0] |= major << 5
            #expect(throws: CanonicalCBOR.Malformed.self) {
                var decoder = Decoder(bytes)
                switch major {
                case 0: _ = try decoder.unsigned()
                case 1: _ = try decoder.integer()
                case 2: _ = try decoder.data()
                case 3: _ = try decoder.text()
                case 4: _ = try decoder.array()
                default: _ = try decoder.map()
                }
            }
        }
    }

    @Test func refusesWhatIsNoPartOfTheSubset() {
        // Tags, undefined, half and single floats, breaks, indefinite lengths, simple values.
        for byte in [0xc0, 0xd8, 0xf7, 0xf9, 0xfa, 0xff, 0xe0, 0xf8] as [UInt8] {
            let decoder = Decoder([byte, 0, 0, 0, 0, 0, 0, 0, 0])
            #expect(throws: CanonicalCBOR.Malformed.self) { try decoder.next() }
        }
    }

    @Test func refusesCountsTheBytesCannotHold() {
        let huge: [UInt8] = [0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
        for major in [2, 3, 4, 5] as [UInt8] {
            for head in [huge, [0x1a, 0xff, 0xff, 0xff, 0xff], [0x03]] {
                var bytes = head
                bytes[0] |= major << 5
                #expect(throws: CanonicalCBOR.Malformed.self) {
                    var decoder = Decoder(bytes + [0, 0])
                    switch major {
                    case 2: _ = try decoder.data()
                    case 3: _ = try decoder.text()
                    case 4: _ = try decoder.array()
                    default: _ = try decoder.map()
                    }
                }
            }
        }
        #expect(throws: CanonicalCBOR.Malformed.self) {
            var decoder = Decoder(huge)
            _ = try decoder.integer()
        }
    }

    @Test(
        arguments: [
            [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82],
            [0x61, 0x80],
        ] as [[UInt8]])
    func refusesTextThatIsNotUTF8(_ bytes: [UInt8]) {
        #expect(throws: CanonicalCBOR.Malformed.self) {
            var decoder = Decoder([0x60 | UInt8(bytes.count)] + bytes)
            _ = try decoder.text()
        }
    }
}
