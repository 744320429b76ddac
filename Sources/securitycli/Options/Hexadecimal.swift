import SwiftKeychainMemory

/// Reads bytes that are written as hexadecimal digits.
enum Hexadecimal {
    /// Reads two digits for each byte, the secret's and no other copy.
    static func bytes(_ digits: SecretBytes) throws(CommandFailure) -> SecretBytes {
        try digits.withBytes { (digits) throws(CommandFailure) in
            guard digits.count.isMultiple(of: 2) else {
                throw .usage("-X: an odd number of hexadecimal digits")
            }
            return try SecretBytes(count: digits.count / 2) { (bytes) throws(CommandFailure) in
                for index in bytes.indices {
                    guard let high = value(digits[2 * index]),
                        let low = value(digits[2 * index + 1])
                    else { throw .usage("-X: not a hexadecimal digit") }
                    bytes[index] = high << 4 | low
                }
            }
        }
    }

    /// Reads what is no secret, colons between bytes allowed; nil for anything else.
    static func bytes(_ digits: [UInt8]) -> [UInt8]? {
        let values = digits.filter { $0 != UInt8(ascii: ":") }.map(value)
        guard values.count.isMultiple(of: 2), !values.contains(nil) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map {
            (values[$0] ?? 0) << 4 | (values[$0 + 1] ?? 0)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
