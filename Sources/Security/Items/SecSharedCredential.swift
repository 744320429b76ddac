import Foundation

/// Makes a password of chance: four groups of three characters, separated by dashes.
///
/// The characters are letters and digits that are not taken for each other, 57 of them, every one
/// as likely; of capitals, small letters and digits there is one at least. That is more than 69 bits.
///
/// - Returns: nil when the kernel gives no random bytes.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
    let kinds = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789"]
        .map { Array($0.utf8) }
    let characters = kinds.flatMap(\.self)
    // Bytes above the last whole multiple would make some characters likelier than others.
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
