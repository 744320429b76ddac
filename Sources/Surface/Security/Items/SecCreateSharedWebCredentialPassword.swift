// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes a random password: four groups of three characters, separated by dashes.
///
/// The characters are 57 letters and digits that are hard to confuse, all equally likely, with at
/// least one capital, one small letter and one digit. That gives more than 69 bits.
///
/// - Returns: nil when the kernel returns no random bytes.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    let kinds = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789"]
        .map { Array($0.utf8) }
    let characters = kinds.flatMap(\.self)
    // Higher bytes would make some characters likelier than others.
    let bound = 256 / characters.count * characters.count
    while true {
        var chosen: [UInt8] = []
        while chosen.count < 12 {
            var byte: UInt8 = 0
            guard SecRandomCopyBytes(kSecRandomDefault, 1, &byte) == errSecSuccess else {
                return nil
            }
            if byte < bound { chosen.append(characters[Int(byte) % characters.count]) }
        }
        guard kinds.allSatisfy({ !Set($0).isDisjoint(with: chosen) }) else { continue }
        let groups = stride(from: 0, to: 12, by: 3).map { start in
            String(decoding: chosen[start..<start + 3], as: UTF8.self)
        }
        return groups.joined(separator: "-") as CFString
    }
}
