// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The two types of times in certificates (RFC 5280, section 4.1.2.5).
package enum DERTime {
    /// Reads UTCTime `YYMMDDHHMMSSZ`, whose years are 1950 to 2049, or GeneralizedTime
    /// `YYYYMMDDHHMMSSZ`; in seconds since 2001-01-01 00:00 UTC.
    ///
    ///     261125202800Z      UTCTime, 2026-11-25 20:28:00
    ///     20501125202800Z    GeneralizedTime, since 2050
    ///
    /// - Throws: `malformed` for other forms (fractions, offsets, no seconds) and for dates and
    ///   seconds that don't exist, a leap second included.
    package static func seconds(_ element: DERElement) throws(PKIError) -> Double {
        var digits = Array(element.content)
        switch element.tag {
        case .utcTime:
            let isOfLastCentury = digits.first.map { $0 >= UInt8(ascii: "5") } ?? false
            digits = Array((isOfLastCentury ? "19" : "20").utf8) + digits
        case .generalizedTime: break
        default: throw DER.malformed("a time of another type")
        }
        guard digits.count == 15, digits.last == UInt8(ascii: "Z"),
            digits.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { throw DER.malformed("a time of another form") }
        guard let date = CalendarDate(digits, pattern: "ddddddddddddddZ") else {
            throw DER.malformed("an invalid time")
        }
        return date.seconds
    }
}
