// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A writer of the JSON file that Bitwarden imports, without encryption. ``BitwardenDocument`` describes it.
struct BitwardenWriter {
    let output: DescriptorOutput

    /// Writes the folders, then an item for each entry: a note, or a login.
    func write(_ entries: [ExchangeEntry]) {
        var folders: [String: Int] = [:]
        var names: [String] = []
        for entry in entries where !entry.folder.isEmpty {
            let name = entry.folder.joined(separator: "/")
            if folders.updateValue(folders[name] ?? names.count, forKey: name) == nil {
                names.append(name)
            }
        }
        output.write("{\n  \"encrypted\": false,\n  \"folders\": [")
        for (index, name) in names.enumerated() {
            output.write(index == 0 ? "\n" : ",\n")
            output.write("    {\"id\": \"\(Self.identifier(index))\", \"name\": ")
            output.writeJSONString(name)
            output.write("}")
        }
        output.write("\n  ],\n  \"items\": [")
        for (index, entry) in entries.enumerated() {
            output.write(index == 0 ? "\n" : ",\n")
            write(entry, folder: folders[entry.folder.joined(separator: "/")])
        }
        output.write("\n  ]\n}\n")
    }

    /// Returns an identifier in the form of a UUID.
    private static func identifier(_ number: Int) -> String {
        let digits = String(number + 1, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }

    private func write(_ entry: ExchangeEntry, folder: Int?) {
        func isOn(_ name: String) -> Bool {
            entry.fields.contains { $0.name == name && !$0.isProtected && $0.value.text == "1" }
        }
        output.write("    {\"type\": \(entry.isNote ? 2 : 1), \"name\": ")
        output.writeJSONString(entry.title)
        member("folderId", folder.map { SecretBytes(text: Self.identifier($0)) })
        member("notes", entry.notes.isEmpty ? nil : SecretBytes(text: entry.notes))
        output.write(", \"favorite\": \(isOn("favorite"))")
        output.write(", \"reprompt\": \(isOn("reprompt") ? 1 : 0)")
        for (name, date) in [("creationDate", entry.created), ("revisionDate", entry.modified)] {
            if let date { member(name, SecretBytes(text: CalendarDate(seconds: date).iso8601)) }
        }
        let fields = entry.fields.filter {
            !["favorite", "reprompt"].contains($0.name) || $0.isProtected || !isOn($0.name)
        }
        output.write(",\n     \"fields\": [")
        for (index, field) in fields.enumerated() {
            output.write(index == 0 ? "{\"name\": " : ", {\"name\": ")
            output.writeJSONString(field.name)
            member("value", field.value)
            output.write(", \"type\": \(field.isProtected ? 1 : 0)}")
        }
        output.write("]")
        if entry.isNote {
            output.write(", \"secureNote\": {\"type\": 0}}")
        } else {
            writeLogin(entry)
        }
    }

    private func writeLogin(_ entry: ExchangeEntry) {
        output.write(",\n     \"login\": {\"uris\": [")
        for (index, url) in entry.urls.enumerated() {
            output.write(
                index == 0 ? "{\"match\": null, \"uri\": " : ", {\"match\": null, \"uri\": ")
            output.writeJSONString(url)
            output.write("}")
        }
        output.write("]")
        member("username", entry.user.isEmpty ? nil : SecretBytes(text: entry.user))
        member("password", entry.secret)
        member("totp", entry.oneTimePassword)
        output.write("}}")
    }

    /// Writes a further member of an object: a text, or null.
    private func member(_ name: String, _ value: SecretBytes?) {
        output.write(", \"\(name)\": ")
        guard let value else { return output.write("null") }
        value.withBytes { _ = output.writeJSONString($0) }
    }
}
