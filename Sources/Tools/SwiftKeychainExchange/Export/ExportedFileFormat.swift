// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A format in which the passwords of a keychain are written, in clear.
package enum ExportedFileFormat: String, CaseIterable, Sendable {
    case csv
    case keepassxcXML = "keepassxc-xml"

    /// Writes entries.
    ///
    /// - Returns: the number of entries that the format can't hold.
    package func write(_ entries: [ExchangeEntry], to output: DescriptorOutput) -> Int {
        let entries = entries.map(\.forKeePassXC)
        switch self {
        case .csv:
            CSVWriter(output: output).write(entries)
            return 0
        case .keepassxcXML:
            let valid = entries.filter(KeePassWriter.canHold)
            KeePassWriter(output: output).write(valid)
            return entries.count - valid.count
        }
    }
}

extension ExchangeEntry {
    /// The entry as KeePassXC has it: the seed as an address, the text of a note as notes, and everything that
    /// KeePassXC has no property for as a field.
    fileprivate var forKeePassXC: ExchangeEntry {
        var entry = self
        if isNote, notes.isEmpty, let text = secret?.text {
            entry.notes = text
            entry.secret = nil
        }
        for (number, url) in urls.dropFirst().enumerated() {
            entry.fields.append(
                .init(
                    number == 0 ? "KP2A_URL" : "KP2A_URL_\(number)", SecretBytes(text: url),
                    isProtected: false))
        }
        if !realm.isEmpty {
            entry.fields.append(
                .init("kSecAttrSecurityDomain", SecretBytes(text: realm), isProtected: false))
        }
        entry.oneTimePassword = oneTimePassword.map { Self.address($0, title: title, user: user) }
        // Names of fields are unique in an entry of KeePassXC, and columns of a row must be.
        var counts: [String: Int] = [:]
        for index in entry.fields.indices {
            let name = entry.fields[index].name
            let count = counts[name, default: 0] + 1
            counts[name] = count
            if count > 1 { entry.fields[index].name = "\(name) \(count)" }
        }
        return entry
    }

    /// Returns a seed as an `otpauth:` address.
    ///
    ///     otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6&issuer=Example
    ///
    /// Base32 digits alone don't say how a code is made; 30 seconds and 6 digits are the defaults of such addresses. The
    /// digits stay in locked memory, without the spaces with which services print them.
    private static func address(_ seed: SecretBytes, title: String, user: String) -> SecretBytes {
        let isAddress = seed.withBytes { $0.contains(UInt8(ascii: ":")) }
        if isAddress { return seed }
        let prefix = Array("otpauth://totp/\(encoded(title)):\(encoded(user))?secret=".utf8)
        let suffix = Array("&period=30&digits=6&issuer=\(encoded(title))".utf8)
        return seed.withBytes { seed in
            let digits = seed.filter { $0 != UInt8(ascii: " ") }.count
            return SecretBytes(count: prefix.count + digits + suffix.count) { copy in
                var place = 0
                func put(_ bytes: some Sequence<UInt8>) {
                    for byte in bytes {
                        copy[place] = byte
                        place += 1
                    }
                }
                put(prefix)
                put(seed.lazy.filter { $0 != UInt8(ascii: " ") })
                put(suffix)
            }
        }
    }

    /// Encodes text for a URL: everything but unreserved characters (RFC 3986, section 2.3) as `%` and two digits.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 && byte & 0x40 != 0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }.joined()
    }
}
