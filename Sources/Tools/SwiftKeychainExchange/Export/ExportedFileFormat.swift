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
    /// Base32 digits alone don't say how a code is made; 30 seconds and 6 digits are the defaults of such addresses.
    private static func address(_ seed: SecretBytes, title: String, user: String) -> SecretBytes {
        let isAddress = seed.withBytes { $0.contains(UInt8(ascii: ":")) }
        if isAddress { return seed }
        var address = SeedAddress(seed: seed)
        (address.issuer, address.account) = (title, user)
        return address.text
    }
}
