// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

// The attributes of macOS's keychains, whose values may be any bytes.
extension ExchangeEntry {
    /// Reads the value of an attribute that an entry has as text.
    ///
    /// - Parameter tag: the four characters of the attribute, for the error.
    static func text(_ value: [UInt8], _ tag: String) throws(ExchangeFault) -> String {
        guard let text = String(validating: value, as: UTF8.self) else {
            throw ExchangeFault("an attribute that isn't text: \(tag.printable)")
        }
        return text
    }

    /// Takes the generic attribute; counts one that isn't text.
    mutating func append(generic value: [UInt8], _ reading: inout ExchangeReading) {
        guard let text = String(validating: value, as: UTF8.self) else {
            return reading.leaveOut(.generic)
        }
        appendAttribute(.generic, text)
    }
}
