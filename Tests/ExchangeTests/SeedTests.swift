// SPDX-License-Identifier: Apache-2.0
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

    /// The data are: five bytes too few, a field of kind 1, a number without an end, a seed without digits, and one
    /// with the algorithm 9.
    @Test(arguments: [
        ("", "an address of a transfer without data in base64"),
        ("?data=A", "an address of a transfer without data in base64"),
        ("?data=%4", "an address of a transfer without data in base64"),
        ("?data=CgU%3D", "the data of a transfer is damaged"),
        ("?data=CQ%3D%3D", "the data of a transfer is damaged"),
        ("?data=gICAgICAgICAgA%3D%3D", "the data of a transfer is damaged"),
        ("?data=CgIKAA%3D%3D", "a transfer without a seed"),
        ("?data=CgUKAUEgCQ%3D%3D", "an algorithm that isn't known"),
    ])
    func aDamagedTransferIsListed(_ query: String, _ rule: String) throws {
        let reading = try SampleFile(text: "otpauth-migration://offline\(query)").read()
        #expect(reading.entries.isEmpty)
        #expect(reading.faults == [ExchangeFault(line: 1, rule)])
    }
}
