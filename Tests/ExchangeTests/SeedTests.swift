// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainExchange

/// The seeds of one-time passwords that authenticator apps export.
@Suite struct SeedTests {
    @Test func everyPartOfAnAegisEntryIsRead() throws {
        let file = try SampleFile("aegis.json")
        #expect(file.format == .aegis)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title forge", "user jane", "notes by post",
                    "totp otpauth://totp/forge:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=forge",
                    "field favorite=1", "folder Work",
                ],
                [
                    "title joe", "user joe",
                    "totp otpauth://hotp/joe?secret=JBSWY3DPEHPK3PXP&counter=7&digits=8&algorithm=SHA256",
                ],
                [
                    "title Steam", "user ann",
                    "totp otpauth://totp/Steam:ann?secret=JBSWY3DPEHPK3PXP"
                        + "&period=30&digits=5&issuer=Steam&encoder=steam",
                ],
            ])
        #expect(
            reading.faults == [
                ExchangeFault(": item 4", "one-time passwords of a kind that isn't known")
            ])
        #expect(reading.omissions == [ExchangeFault("", "1 icon")])
    }

    @Test func addressesAndTransfersAreRead() throws {
        let file = try SampleFile("otpauth.txt")
        #expect(file.format == .otpauth)
        let reading = try file.read()
        #expect(
            reading.entries.map(\.lines) == [
                [
                    "title forge", "user jane",
                    "totp otpauth://totp/forge:jane?secret=JBSWY3DPEHPK3PXP&issuer=forge",
                ],
                [
                    "title shop", "user joe",
                    "totp otpauth://totp/shop:joe?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=shop",
                ],
                [
                    "title Wörk", "user Wörk",
                    "totp otpauth://hotp/W%C3%B6rk?secret=JBSWY3DPEHPK3PXPEE"
                        + "&counter=9&digits=8&algorithm=SHA512",
                ],
            ])
        #expect(reading.faults == [ExchangeFault(line: 3, "not an otpauth address")])
    }

    @Test func theFirstAddressMayFollowAMarkBlanksAndComments() throws {
        let text = "\u{FEFF}# mine\r\n \r\n#\notpauth://totp/a?secret=JBSWY3DP \r\nx\n"
        let reading = try SampleFile(text: text).read()
        #expect(
            reading.entries.map(\.lines) == [
                ["title a", "user a", "totp otpauth://totp/a?secret=JBSWY3DP"]
            ])
        #expect(reading.faults == [ExchangeFault(line: 5, "not an otpauth address")])
        for text in ["", "# mine\n", "#otpauth://totp/a?secret=JBSWY3DP\n"] {
            #expect(SampleFile(text: text).format == nil)
        }
    }

    @Test func aSteamAddressIsExportedAsOthersReadIt() throws {
        var entry = ExchangeEntry(place: "")
        (entry.title, entry.user) = ("Steam", "ann")
        entry.oneTimePassword = SecretBytes(text: "steam://JBSWY3DPEHPK3PXP")
        #expect(
            entry.withSeedAddress.oneTimePassword?.text
                == "otpauth://totp/Steam:ann?secret=JBSWY3DPEHPK3PXP"
                + "&period=30&digits=6&issuer=Steam&encoder=steam")
    }

    @Test func theLabelOfAnAddressIsDecoded() throws {
        let text = """
            otpauth://totp/A%20shop%3A%20jane%40example.org?secret=AAAA
            otpauth://totp/jane?secret=AAAA&issuer=A+%26B\r
            otpauth://totp/?secret=AAAA
            """
        let entries = try SampleFile(text: text).read().entries
        #expect(entries.map(\.title) == ["A shop", "A+&B", ""])
        #expect(entries.map(\.user) == ["jane@example.org", "jane", ""])
    }

    @Test(arguments: ["?issuer=X", "?secret=1!8", "?secret=", "?secret=%4"])
    func anAddressWithoutASeedIsListed(_ query: String) throws {
        let text = "otpauth://totp/a?secret=JBSWY3DP\notpauth://totp/b\(query)"
        let reading = try SampleFile(text: text).read()
        #expect(reading.entries.map(\.title) == ["a"])
        #expect(reading.faults.map(\.place) == [":2"])
    }

    /// Returns the address of a transfer with a seed for each algorithm.
    private func transfer(
        _ algorithms: [UInt8], part: UInt8 = 0, of count: UInt8 = 1, _ identifier: UInt8 = 1
    ) -> String {
        var data: [UInt8] = []
        for algorithm in algorithms {
            let seed: [UInt8] = [0x0a, 1, 0x41, 0x12, 1, 0x60 + algorithm, 0x20, algorithm]
            data += [0x0a, UInt8(seed.count)] + seed
        }
        data += [0x10, 1, 0x18, count, 0x20, part, 0x28, identifier]
        let text = Data(data).base64EncodedString().replacing("=", with: "%3D")
        return "otpauth-migration://offline?data=\(text)\n"
    }

    @Test func aBadSeedOfATransferIsListedAlone() throws {
        let reading = try SampleFile(text: transfer([1, 9, 2])).read()
        #expect(reading.entries.map(\.title) == ["a", "b"])
        #expect(
            reading.faults == [ExchangeFault(line: 1, "seed 2: an algorithm that isn't known")])
    }

    @Test func theMissingPartsOfATransferAreListed() throws {
        let part = transfer([1], of: 3)
        #expect(
            try SampleFile(text: part).read().faults == [
                ExchangeFault(line: 1, "QR code 2, 3 of the 3 of this transfer")
            ])
        let others = transfer([2], part: 1, of: 3) + transfer([2], part: 0, of: 2, 7)
        let reading = try SampleFile(text: "\n" + others + part).read(.otpauth)
        #expect(
            reading.faults == [
                ExchangeFault(line: 2, "QR code 3 of the 3 of this transfer"),
                ExchangeFault(line: 3, "QR code 2 of the 2 of this transfer"),
            ])
        let whole = transfer([3], part: 2, of: 3) + transfer([2], part: 1, of: 3) + part
        #expect(try SampleFile(text: whole).read().faults == [])
    }

    /// The data are: five bytes too few, a field of kind 1, a number without an end, a seed without digits, and one
    /// with the algorithm 9.
    @Test(arguments: [
        ("", "an address of a transfer without data in base64"),
        ("?data=A", "an address of a transfer without data in base64"),
        ("?data=%4", "an address of a transfer without data in base64"),
        ("?data=CgU%3D", "the data of a transfer is damaged"),
        ("?data=CQ%3D%3D", "the data of a transfer is damaged"),
        ("?data=gICAgICAgICAgA%3D%3D", "the data of a transfer is damaged"),
        ("?data=CgIKAA%3D%3D", "seed 1: it has no digits"),
        ("?data=CgUKAUEgCQ%3D%3D", "seed 1: an algorithm that isn't known"),
    ])
    func aDamagedTransferIsListed(_ query: String, _ rule: String) throws {
        let reading = try SampleFile(text: "otpauth-migration://offline\(query)").read()
        #expect(reading.entries.isEmpty)
        #expect(reading.faults == [ExchangeFault(line: 1, rule)])
    }
}
