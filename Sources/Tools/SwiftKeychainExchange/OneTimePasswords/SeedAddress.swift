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

extension String {
    /// The text for a URL: everything but unreserved characters (RFC 3986, section 2.3) as `%` and two digits.
    fileprivate var encoded: String {
        utf8.map { byte in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 && byte & 0x40 != 0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }.joined()
    }

    /// The text that a part of a URL stands for; a percent sign without two digits stays.
    var percentDecoded: String {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let decoded = Hexadecimal.bytes(rest.prefix(2)),
                decoded.count == 1
            {
                bytes += decoded
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
