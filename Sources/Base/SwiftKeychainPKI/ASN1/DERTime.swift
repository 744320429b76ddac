// SPDX-License-Identifier: Apache-2.0
/// The two types of times in certificates (RFC 5280, section 4.1.2.5).
package enum DERTime {
    /// Reads UTCTime `YYMMDDHHMMSSZ`, whose years are 1950 to 2049, or GeneralizedTime
    /// `YYYYMMDDHHMMSSZ`; in seconds since 2001-01-01 00:00 UTC.
    ///
    /// - Throws: `malformed` for other forms (fractions, offsets, no seconds) and for dates and
    ///   seconds that don't exist, a leap second included.
    package static func seconds(_ element: DERElement) throws(PKIError) -> Double {
        let digits = Array(element.content)
        let yearDigits: Int
        switch element.tag {
        case .utcTime: yearDigits = 2
        case .generalizedTime: yearDigits = 4
        default: throw DER.malformed("a time of another type")
        }
        guard digits.count == yearDigits + 11, digits.last == UInt8(ascii: "Z"),
            digits.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { throw DER.malformed("a time of another form") }

        func number(_ range: Range<Int>) -> Int {
            digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        var year = number(0..<yearDigits)
        if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
        let field = (0..<5).map { number(yearDigits + 2 * $0..<yearDigits + 2 * $0 + 2) }
        guard (1...12).contains(field[0]), (1...days(ofMonth: field[0], year)).contains(field[1]),
            field[2] < 24, field[3] < 60, field[4] < 60
        else { throw DER.malformed("a time that is none") }
        let day = daysSince2001(year, field[0], field[1])
        return Double(((day * 24 + field[2]) * 60 + field[3]) * 60 + field[4])
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days from 2001-01-01 to a date, negative before it, in the Gregorian calendar.
    private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Days before a year of the Gregorian calendar; year 1 begins with day 0.
        func daysBefore(_ year: Int) -> Int {
            let past = year - 1
            func floor(_ divisor: Int) -> Int {
                past >= 0 ? past / divisor : -((divisor - 1 - past) / divisor)
            }
            return past * 365 + floor(4) - floor(100) + floor(400)
        }
        let months = (1..<month).reduce(0) { $0 + days(ofMonth: $1, year) }
        return daysBefore(year) - daysBefore(2001) + months + day - 1
    }
}
