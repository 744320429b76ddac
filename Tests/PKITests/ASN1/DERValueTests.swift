// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import Testing

@Suite struct DERValueTests {
    private func element(_ tag: DERTag, _ content: some Collection<UInt8>) throws -> DERElement {
        try DERElement(only: DER.element(tag, content)[...])
    }

    @Test(
        arguments: [
            ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 1], "1.2.840.113549.1.9.1"),
            ([0x55, 4, 3], "2.5.4.3"), ([0x88, 0x37, 3], "2.999.3"), ([0], "0.0"), ([0x27], "0.39"),
            ([0x28], "1.0"), ([0x50], "2.0"),
            (
                [0x55, 0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
                "2.5.18446744073709551615"
            ),
            (
                [0x55, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
                "2.5.#82808080808080808000"
            ),
        ] as [([UInt8], String)])
    func objectIdentifiers(_ octets: [UInt8], _ text: String) throws {
        #expect(try OID(element(.objectIdentifier, octets)).description == text)
    }

    @Test func objectIdentifiersFromText() throws {
        for text in ["1.2.840.113549.1.9.1", "2.5.4.3", "2.999.3", "0.0", "0.39", "1.0", "2.0"] {
            #expect(OID(text: text)?.description == text)
        }
        for text in [
            "", "1", "1.", ".1", "1..2", "3.1", "0.40", "1.40", "1.2.-3", "1.2.+3", "1.2.03",
            "1.2.x", "1.2.9223372036854775808", "2.9223372036854775807", " 1.2",
        ] {
            #expect(OID(text: text) == nil, "\(text)")
        }
    }

    @Test func objectIdentifiersFromNumbers() throws {
        #expect(OID(1, 2, 840, 113549).description == "1.2.840.113549")
        #expect(OID(2, 999, 3).octets == [0x88, 0x37, 3])
    }

    @Test(arguments: [[], [0x80], [0x55, 0x80, 1], [0x55, 0x81]] as [[UInt8]])
    func brokenObjectIdentifiers(_ octets: [UInt8]) throws {
        let broken = try element(.objectIdentifier, octets)
        #expect { try OID(broken) } throws: { PKIError.Code.malformed ~= $0 }
    }

    @Test(arguments: [
        (DERTag.utcTime, "010101000000Z", 0.0), (.utcTime, "000101000000Z", -31_622_400),
        (.utcTime, "491231235959Z", 1_546_300_799), (.utcTime, "500101000000Z", -1_609_459_200),
        (.generalizedTime, "20010101000001Z", 1),
        (.generalizedTime, "20500101000000Z", 1_546_300_800),
        (.generalizedTime, "19700101000000Z", -978_307_200),
        (.generalizedTime, "99991231235959Z", 252_423_993_599),
        (.generalizedTime, "00010101000000Z", -63_113_904_000),
    ])
    func times(_ tag: DERTag, _ text: String, _ seconds: Double) throws {
        #expect(try DERTime.seconds(element(tag, text.utf8)) == seconds)
    }

    @Test(arguments: [
        "0101010000Z", "010101000000", "010101000000+0000", "010101000000z", "011301000000Z",
        "010001000000Z", "010229000000Z", "010132000000Z", "010100000000Z", "010101240000Z",
        "010101006000Z", "010101000060Z", "01010100000 Z", "", "Z", "20010101000000Z",
    ])
    func timesThatAreNone(_ text: String) throws {
        let time = try element(.utcTime, text.utf8)
        #expect { try DERTime.seconds(time) } throws: { PKIError.Code.malformed ~= $0 }
    }

    @Test func otherValues() throws {
        #expect(try element(.boolean, [0xFF]).boolean())
        #expect { try element(.boolean, [1]).boolean() } throws: { PKIError.Code.malformed ~= $0 }
        #expect(try element(.bitString, [5, 0xA0]).bits().mask(9) == 5)
        #expect(try element(.bitString, [7, 0, 0x80]).bits().mask(9) == 0x100)
        #expect { try element(.bitString, [1, 1]).bits() } throws: { PKIError.Code.malformed ~= $0 }
        #expect { try element(.bitString, [8, 0]).bits() } throws: { PKIError.Code.malformed ~= $0 }
        #expect { try element(.bitString, [1]).bits() } throws: { PKIError.Code.malformed ~= $0 }
        #expect { try element(.bitString, []).bits() } throws: { PKIError.Code.malformed ~= $0 }
        #expect(try element(.integer, [0x7F, 0xFF]).smallNumber() == 0x7FFF)
        #expect { try element(.integer, [0xFF]).smallNumber() } throws: {
            PKIError.Code.malformed ~= $0
        }
    }
}
