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
        let layout = CSVLayout.of(.keepassxc)
        row((layout.header.map(\.key) + names).map { SecretBytes(text: $0) })
        for entry in entries {
            var fields: [String: SecretBytes] = [:]
            for field in entry.fields { fields[field.name] = field.value }
            row(layout.values(entry) + names.map { fields[$0] })
        }
    }

    /// Writes the file of another program.
    ///
    /// - Returns: what its columns have no place for.
    func write(_ entries: [ExchangeEntry], as layout: CSVLayout) -> ExportLosses {
        var losses = ExportLosses()
        row(layout.header.map { SecretBytes(text: $0.key) })
        for entry in entries {
            guard !layout.needsAddress || !entry.urls.isEmpty else {
                losses.add([.addressless: 1])
                continue
            }
            let plain = entry.withTextAsNotes
            let entry = layout.needsSeedAddress ? plain.withSeedAddress : plain
            row(layout.values(entry))
            losses.add(layout.losses(entry))
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
