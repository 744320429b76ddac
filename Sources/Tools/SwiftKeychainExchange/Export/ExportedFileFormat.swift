// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A format in which the passwords of a keychain are written, in clear.
///
/// The raw values are the words that `security export --to` takes.
package enum ExportedFileFormat: String, CaseIterable, Sendable {
    case apple, bitwarden
    case bitwardenJSON = "bitwarden-json"
    case chrome
    /// The CSV file of KeePassXC with further columns.
    case csv
    case dashlane, firefox
    case keepassxcXML = "keepassxc-xml"
    case lastpass
    case onePassword = "1password"
    case otpauth
    /// A folder: see ``PassWriter``.
    case pass
    case protonPass = "proton-pass"

    /// The words with a bar between them, as a command shows a choice.
    package static let words = allCases.map(\.rawValue).joined(separator: "|")

    /// Writes entries.
    ///
    /// - Returns: what the format can't hold.
    package func write(_ entries: [ExchangeEntry], to output: DescriptorOutput) -> ExportLosses {
        var losses = ExportLosses()
        switch self {
        case .pass: break
        case .csv:
            let columns = CSVLayout.of(.keepassxc).columns
            CSVWriter(output: output).write(
                entries.map { $0.forKeePassXC { columns[$0.lowercased()] != nil } })
        case .keepassxcXML:
            let entries = entries.map { $0.forKeePassXC(KeePassWriter.names.contains) }
            let valid = entries.filter(KeePassWriter.canHold)
            KeePassWriter(output: output).write(valid)
            losses.entries = entries.count - valid.count
        case .bitwardenJSON:
            BitwardenWriter(output: output).write(
                entries.map { $0.withRealmAsField.withTextAsNotes })
        case .otpauth:
            for entry in entries {
                guard let seed = entry.withSeedAddress.oneTimePassword else {
                    losses.add([.seedless: 1])
                    continue
                }
                seed.withBytes { output.write($0) }
                output.write("\n")
            }
        case .apple, .bitwarden, .chrome, .dashlane, .firefox, .lastpass, .onePassword,
            .protonPass:
            guard let format = ExchangeFormat(rawValue: rawValue) else { break }
            losses = CSVWriter(output: output).write(entries, as: .of(format))
        }
        return losses
    }
}

/// What a format can't hold.
package struct ExportLosses {
    /// The number of entries that are left out.
    package var entries = 0
    /// The files of a folder of pass that exist, and differ or can't be decrypted.
    package var keptFiles: [String] = []
    private var parts: [LeftOut: Int] = [:]

    package mutating func add(_ parts: [LeftOut: Int]) { self.parts.merge(parts) { $0 + $1 } }

    /// The parts that are left out, in words.
    package var texts: [String] {
        LeftOut.allCases.compactMap { what in parts[what].map(what.text) }
    }
}

extension ExchangeEntry {
    /// Returns the entry as KeePassXC has it: the seed as an address, the text of a note as notes, and everything that
    /// KeePassXC has no property for as a field.
    ///
    /// - Parameter isTaken: whether a name has a meaning in the file.
    fileprivate func forKeePassXC(_ isTaken: (String) -> Bool) -> ExchangeEntry {
        var entry = withTextAsNotes.withSeedAddress
        for (number, url) in urls.dropFirst().enumerated() {
            entry.append(number == 0 ? "KP2A_URL" : "KP2A_URL_\(number)", url)
        }
        entry = entry.withRealmAsField
        // Names of fields are unique in an entry of KeePassXC, and columns of a row must be; a field mustn't be read as the
        // title or the password.
        var used: Set<String> = []
        for index in entry.fields.indices {
            var (name, count) = (entry.fields[index].name, 1)
            while isTaken(name) || !used.insert(name).inserted {
                count += 1
                name = "\(entry.fields[index].name) \(count)"
            }
            entry.fields[index].name = name
        }
        return entry
    }

    /// The entry with the text of a note as notes, from which an import makes a note again.
    ///
    /// A note with a user or an address would come back as a password with notes, which aren't secret. It becomes a
    /// password, whose secret is its text.
    var withTextAsNotes: ExchangeEntry {
        guard isNote, let text = secret?.text else { return self }
        var entry = self
        entry.isNote = false
        guard notes.isEmpty else { return entry }
        var note = entry
        (note.notes, note.secret) = (text, nil)
        note.becomeNoteIfBare()
        guard note.isNote else { return entry }
        (note.notes, note.secret) = (text, nil)
        return note
    }

    /// The entry with the realm as a field, which an import takes back.
    fileprivate var withRealmAsField: ExchangeEntry {
        var entry = self
        entry.appendAttribute(.securityDomain, realm)
        return entry
    }

    /// The entry with its seed as an `otpauth:` address.
    ///
    /// Base32 digits alone don't say how a code is made; 30 seconds and 6 digits are the defaults of such addresses.
    /// Bitwarden's `steam:` addresses are read by no other program.
    var withSeedAddress: ExchangeEntry {
        guard let seed = oneTimePassword,
            !seed.withBytes({ $0.starts(with: SeedAddress.scheme) }),
            var address = try? SeedAddress(seed)
        else { return self }
        (address.issuer, address.account) = (title, user)
        var entry = self
        entry.oneTimePassword = address.text
        return entry
    }
}
