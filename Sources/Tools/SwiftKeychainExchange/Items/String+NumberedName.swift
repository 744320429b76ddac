// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

// The number that an import adds to the realm or service of an entry whose primary key another entry has: `mail#2`.
extension Item {
    /// The realm of an internet password, or the service of a generic one.
    var numberedName: String {
        self[itemClass == .internetPassword ? .securityDomain : .service]?.text ?? ""
    }
}

extension String {
    /// The text up to its last number sign: `mail` for `mail#2`.
    var withoutNumber: String { lastIndex(of: "#").map { String(self[..<$0]) } ?? self }

    /// The name that an import gave before this one: `mail#2` for `mail#3`, and `mail` for `mail#2`; nil for a name that it
    /// doesn't give.
    var nameBefore: String? {
        guard let number = split(separator: "#").last.flatMap({ Int($0) }), number > 1,
            hasSuffix("#\(number)")
        else { return nil }
        return number == 2 ? withoutNumber : "\(withoutNumber)#\(number - 1)"
    }
}
