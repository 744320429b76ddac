// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A one-time password: counted (HOTP, RFC 4226), of the time (TOTP, RFC 6238), or Steam's, which is of the time too.
///
///     code = HMAC(seed, counter or seconds / period, 8 bytes, highest first)
///     value = the 31 bits of the code at the offset that its last 4 bits give
///     password = the last 6 to 8 decimal digits of the value; Steam's is 5 characters of an alphabet of 26
package struct OneTimePassword {
    package let text: SecretBytes
    /// How many seconds the password remains valid; nil for one that is counted.
    package let secondsLeft: Int64?

    /// Makes the password of a moment, or of the count that the address has.
    ///
    /// - Parameter seconds: since 1970-01-01 UTC.
    /// - Throws: a fault for a seed that isn't base32, and for parameters that aren't supported.
    package init(_ address: SeedAddress, at seconds: Int64) throws(ExchangeFault) {
        let key = try address.key
        guard address.period > 0 else { throw ExchangeFault("the period is 0 seconds") }
        let factor: Int64
        switch address.kind {
        case "totp":
            factor = seconds / address.period
            secondsLeft = address.period - seconds % address.period
        case "hotp": (factor, secondsLeft) = (address.counter, nil)
        default: throw ExchangeFault("passwords of this kind aren't supported")
        }
        let code: [UInt8]
        do throws(PKIError) {
            code = try withUnsafeBytes(of: factor.bigEndian) { (message) throws(PKIError) in
                try HMAC.code(of: message, under: key, Self.function(address.algorithm))
            }
        } catch {
            throw ExchangeFault(error.detail)
        }
        let offset = Int(code[code.count - 1] & 15)
        let value =
            code[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        text = try address.isSteam ? Self.steam(value) : Self.digits(value, address.digits)
    }

    private static func function(_ name: String) throws(PKIError) -> HashFunction {
        switch name.uppercased().filter({ $0 != "-" }) {
        case "SHA1", "HMACSHA1": .sha1
        case "SHA256", "HMACSHA256": .sha256
        case "SHA512", "HMACSHA512": .sha512
        default: throw PKIError(.unsupportedFormat, "the algorithm \(name) isn't supported")
        }
    }

    /// Writes the last digits of a value, lowest place first.
    private static func digits(_ value: UInt32, _ count: Int64) throws(ExchangeFault) -> SecretBytes
    {
        guard 6...8 ~= count else {
            throw ExchangeFault("passwords of \(count) digits aren't supported, only of 6 to 8")
        }
        return SecretBytes(count: Int(count)) { text in
            var rest = value
            for place in text.indices.reversed() {
                text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
    }

    /// Writes Steam's five characters; what remains of the value after each chooses the next.
    private static func steam(_ value: UInt32) -> SecretBytes {
        let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)
        return SecretBytes(count: 5) { text in
            var rest = value
            for place in text.indices {
                text[place] = alphabet[Int(rest % 26)]
                rest /= 26
            }
        }
    }
}

extension SeedAddress {
    /// The bytes of the seed.
    ///
    /// - Throws: a fault for a seed that isn't base32, and for an empty one.
    var key: SecretBytes {
        get throws(ExchangeFault) {
            let key = seed.withBytes { Base32.decode($0) }
            guard let key, key.count > 0 else { throw ExchangeFault("the seed isn't base32") }
            return key
        }
    }

    /// Whether the passwords are those of Steam, as KeePassXC marks them.
    fileprivate var isSteam: Bool { suffix.contains(part: "&encoder=steam") }
}
