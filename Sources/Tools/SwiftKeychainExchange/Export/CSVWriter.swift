// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A writer of CSV: the file of KeePassXC with a further column for each field, and the files of other programs.
///
/// KeePassXC and other password managers read the columns of the first. Ours reads the further ones too, so that an
/// export can be imported again without loss of fields.
struct CSVWriter {
    let output: DescriptorOutput

    /// Writes the header and a row for each entry. Values are written byte by byte into a buffer that is wiped.
    func write(_ entries: [ExchangeEntry]) {
        var names: [String] = []
        var known: Set<String> = []
        for name in entries.flatMap(\.fields).map(\.name) where known.insert(name).inserted {
            names.append(name)
        }
        row(
            ([
                "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon",
                "Last Modified", "Created",
            ] + names).map { SecretBytes(text: $0) })
        for entry in entries {
            func text(_ text: String) -> SecretBytes { SecretBytes(text: text) }
            func date(_ seconds: Double?) -> SecretBytes? {
                seconds.map { text(CalendarDate(seconds: $0).iso8601) }
            }
            var fields: [String: SecretBytes] = [:]
            for field in entry.fields { fields[field.name] = field.value }
            let values = [
                // KeePassXC's column begins with the root group, whose name a reader drops.
                text((["Root"] + entry.folder).joined(separator: "/")), text(entry.title),
                text(entry.user), entry.secret, entry.urls.first.map(text), text(entry.notes),
                entry.oneTimePassword, text("0"), date(entry.modified), date(entry.created),
            ]
            row(values + names.map { fields[$0] })
        }
    }

    /// Writes the file of another program.
    ///
    /// - Returns: what its columns have no place for.
    func write(
        _ entries: [ExchangeEntry], _ form: CSVForm, _ layout: CSVLayout
    ) -> ExportLosses {
        var losses = ExportLosses()
        row(form.header.map { SecretBytes(text: $0) })
        for entry in entries {
            guard !form.needsAddress || !entry.urls.isEmpty else {
                losses.add([.addressless: 1])
                continue
            }
            let plain = entry.withTextAsNotes
            let entry = form.needsSeedAddress ? plain.withSeedAddress : plain
            row(form.values(entry, layout))
            losses.add(form.losses(entry, layout))
        }
        return losses
    }

    /// Writes a row (RFC 4180): every value in quotes, and a quote in it doubled.
    private func row(_ values: [SecretBytes?]) {
        for (index, value) in values.enumerated() {
            output.write(index == 0 ? "\"" : ",\"")
            value?.withBytes { bytes in
                for byte in bytes {
                    if byte == UInt8(ascii: "\"") { output.write(byte: byte) }
                    output.write(byte: byte)
                }
            }
            output.write("\"")
        }
        output.write("\n")
    }
}
