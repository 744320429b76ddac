// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainExchange
import SwiftKeychainMemory
import Testing

/// The one-time passwords that are made of seeds.
@Suite struct OneTimePasswordTests {
    private static func password(_ seed: String, at seconds: Int64) throws -> OneTimePassword {
        try OneTimePassword(SeedAddress(SecretBytes(text: seed)), at: seconds)
    }

    @Test func publishedPasswordsAreMade() throws {
        let table = try String(
            contentsOf: SampleFile.folder.appending(path: "one-time-passwords.tsv"), encoding: .utf8
        )
        let rows = table.split(separator: "\n").dropFirst()
        for row in rows {
            let cells = row.split(separator: "\t").map(String.init)
            let password = try Self.password(cells[1], at: #require(Int64(cells[2])))
            #expect(password.text.text == cells[3], "\(row)")
        }
        #expect(rows.count == 43)
    }

    @Test func passwordsOfTheTimeSayHowLongTheyRemainValid() throws {
        let seed = "JBSWY3DPEHPK3PXP"
        #expect(try Self.password(seed, at: 60).secondsLeft == 30)
        #expect(try Self.password(seed, at: 89).secondsLeft == 1)
        #expect(
            try Self.password("otpauth://hotp/x?secret=\(seed)", at: 60).secondsLeft == nil)
    }

    @Test(arguments: [
        ("", "the seed isn't base32"), ("JBSWY3DPEHPK3PX1", "the seed isn't base32"),
        ("J", "the seed isn't base32"), ("JBSWY3", "the seed isn't base32"),
        ("otpauth://totp/x", "the address has no seed"),
        ("otpauth://totp/x?secret=", "the address has no seed"),
        ("otpauth://totp/x?secret=%4", "the seed isn't base32"),
        (
            "otpauth://totp/x?secret=JBSWY3DP&digits=9",
            "passwords of 9 digits aren't supported, only of 6 to 8"
        ),
        (
            "otpauth://totp/x?secret=JBSWY3DP&digits=six",
            "the parameter digits must be a number from 0"
        ),
        (
            "otpauth://hotp/x?secret=JBSWY3DP&counter=-1",
            "the parameter counter must be a number from 0"
        ),
        ("otpauth://totp/x?secret=JBSWY3DP&period=0", "the period is 0 seconds"),
        ("otpauth://totp/x?secret=JBSWY3DP&algorithm=MD5", "the algorithm MD5 isn't supported"),
        ("otpauth://yaotp/x?secret=JBSWY3DP", "passwords of this kind aren't supported"),
        ("otpauth://JBSWY3DP?secret=JBSWY3DP", "passwords of this kind aren't supported"),
    ])
    func whatCanNotBeUsedIsNamed(_ seed: String, _ rule: String) {
        #expect(throws: ExchangeFault("", rule)) { try Self.password(seed, at: 59) }
    }

    @Test(arguments: ["totp?", "totp/?", "totp#x?"]) func anAddressNeedsNoLabel(_ start: String)
        throws
    {
        let address = try SeedAddress(SecretBytes(text: "otpauth://\(start)secret=JBSWY3DP"))
        #expect(address.text.text == "otpauth://totp/?secret=JBSWY3DP&period=30&digits=6")
    }

    @Test func anAddressKeepsWhatIsNotUnderstood() throws {
        let text =
            "otpauth://hotp/Example:jane?secret=JBSWY3DPEHPK3PXP&counter=7&digits=8&issuer=Example&image=x"
        let address = try SeedAddress(SecretBytes(text: text))
        #expect(address.text.text == text)
    }
}
