// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// The parts of an `otpauth:` address, which says how one-time passwords are made of a seed.
///
///     otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Example
package struct SeedAddress {
    /// `totp`, `hotp` for passwords that are counted, or another word that isn't understood.
    var kind = "totp"
    var issuer = ""
    var account = ""
    /// Digits in base32; blanks, with which services print them, are left out of the address.
    var seed: SecretBytes
    var algorithm = "SHA1"
    var digits: Int64 = 6
    /// Seconds, for `totp`.
    var period: Int64 = 30
    /// The next count, for `hotp`.
    var counter: Int64 = 0
    /// The other parameters, such as `&encoder=steam`.
    var suffix = ""

    init(seed: SecretBytes) { self.seed = seed }

    /// Returns whether the passwords are those of another address, whatever its names are.
    func makesTheSame(as other: SeedAddress) -> Bool {
        guard let key = try? key, let otherKey = try? other.key else { return false }
        return key == otherKey && kind == other.kind && algorithm == other.algorithm
            && digits == other.digits && period == other.period && counter == other.counter
            && suffix == other.suffix
    }

    /// The address. The seed stays in locked memory.
    package var text: SecretBytes {
        let label = issuer.isEmpty ? account.encoded : "\(issuer.encoded):\(account.encoded)"
        var end = kind == "hotp" ? "&counter=\(counter)" : "&period=\(period)"
        end += "&digits=\(digits)"
        if algorithm != "SHA1" { end += "&algorithm=\(algorithm)" }
        if !issuer.isEmpty { end += "&issuer=\(issuer.encoded)" }
        let digits = seed.withBytes { seed in
            SecretBytes(copying: seed.lazy.filter { $0 != UInt8(ascii: " ") })
        }
        return SecretBytes(joining: [
            SecretBytes(text: "otpauth://\(kind)/\(label)?secret="), digits,
            SecretBytes(text: end + suffix),
        ])
    }
}

extension ExchangeEntry {
    /// Makes the entry of a seed: its title is the issuer, or the account where there is none.
    init(_ seed: SeedAddress, place: String) {
        self.init(place: place)
        title = seed.issuer.isEmpty ? seed.account : seed.issuer
        user = seed.account
        oneTimePassword = seed.text
    }
}

extension String {
    /// The text for a URL.
    fileprivate var encoded: String {
        PercentEncoding.encode(SecretBytes(text: self)).text ?? self
    }
}
